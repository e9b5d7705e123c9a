//! The reader's side of `scripts/report_accuracy.py`: what a module report must say of a Rust file,
//! as JSON: definitions as [name, container, first line, last line, exported] and imports as
//! [module, name].

use super::{quote_foreign, read_files};
use proc_macro2::{Delimiter, Span, TokenStream, TokenTree};
use serde_json::{Value, json};
use std::collections::HashMap;
use syn::spanned::Spanned;
use syn::visit::{self, Visit};
use syn::{Attribute, File, ImplItem, Item, TraitItem, UseTree, Visibility};

#[test]
fn reads_for_reports_the_files_named_on_standard_input() {
    read_files(check_itself, read);
}

fn check_itself() {
    let text = "\
use a::{b, c::*};
mod d;
/// Of e.
#[derive(Debug)]
pub struct E;
impl E {
    pub fn f() { use g; }
    fn h() {}
}
impl I for J { fn k() {} }
cfg! { pub(crate) fn l() {} }
";
    let found = read(text).expect("it parses");
    assert_eq!(found["imports"], json!([["a", "b"], ["a::c", "*"], ["g", ""]]));
    assert_eq!(found["modules"], json!(["d"]));
    assert_eq!(
        found["definitions"],
        json!([
            ["E", "", 4, 5, true],
            ["f", "E", 7, 7, true],
            ["h", "E", 8, 8, false],
            ["J", "", 10, 10, true],
            ["k", "J", 10, 10, true],
            ["l", "", 11, 11, true],
        ])
    );
}

fn read(text: &str) -> syn::Result<Value> {
    let file = syn::parse_file(text)?;
    let mut types = Types::default();
    types.items(&file.items, true);
    let mut reader = Reader { types: types.0, ..Reader::default() };
    reader.items(&file.items, &[], true);
    let mut uses = Uses::default();
    uses.visit_file(&file);
    Ok(json!({ "definitions": reader.found, "modules": reader.modules, "imports": uses.0 }))
}

fn is_open(visibility: &Visibility) -> bool {
    !matches!(visibility, Visibility::Inherited)
}

/// The items in a macro's braces, where they are some.
fn items_in(tokens: TokenStream) -> Vec<Item> {
    if let Ok(file) = syn::parse2::<File>(tokens.clone())
        && !file.items.is_empty()
        && !file.items.iter().any(|item| matches!(item, Item::Verbatim(_)))
    {
        return file.items;
    }
    if let Ok(block) = syn::parse2::<syn::ItemForeignMod>(quote_foreign(tokens.clone()))
        && !block.items.is_empty()
    {
        return vec![Item::ForeignMod(block)];
    }
    let braces = tokens.into_iter().filter_map(|token| match token {
        TokenTree::Group(group) if group.delimiter() == Delimiter::Brace => Some(group.stream()),
        _ => None,
    });
    braces.flat_map(items_in).collect()
}

/// Whether the types of the file may be named elsewhere; of several of one name the first counts.
#[derive(Default)]
struct Types(HashMap<String, bool>);

impl Types {
    fn items(&mut self, items: &[Item], around: bool) {
        for item in items {
            let (name, visibility) = match item {
                Item::Struct(item) => (&item.ident, &item.vis),
                Item::Enum(item) => (&item.ident, &item.vis),
                Item::Union(item) => (&item.ident, &item.vis),
                Item::Trait(item) => (&item.ident, &item.vis),
                Item::Type(item) => (&item.ident, &item.vis),
                Item::Mod(item) => {
                    if let Some((_, inner)) = &item.content {
                        self.items(inner, around && is_open(&item.vis));
                    }
                    continue;
                }
                Item::Macro(item) if item.ident.is_none() => {
                    self.items(&items_in(item.mac.tokens.clone()), around);
                    continue;
                }
                _ => continue,
            };
            self.0.entry(name.to_string()).or_insert(around && is_open(visibility));
        }
    }
}

#[derive(Default)]
struct Reader {
    types: HashMap<String, bool>,
    found: Vec<Value>,
    modules: Vec<String>,
}

impl Reader {
    /// A definition from its first attribute that is no documentation to its end.
    fn add(
        &mut self,
        name: &str,
        container: &[String],
        attributes: &[Attribute],
        own: Span,
        whole: Span,
        exported: bool,
    ) {
        let attributes = attributes.iter().filter(|attribute| !attribute.path().is_ident("doc"));
        let first = attributes
            .map(|attribute| attribute.span().start().line)
            .chain([own.start().line])
            .min();
        self.found.push(json!([name, container.join("::"), first, whole.end().line, exported]));
    }

    fn items(&mut self, items: &[Item], container: &[String], around: bool) {
        for item in items {
            self.item(item, container, around);
        }
    }

    #[expect(clippy::too_many_lines, reason = "one arm for each kind of item")]
    fn item(&mut self, item: &Item, container: &[String], around: bool) {
        // Where an item's own first token stands: its visibility, else its keyword.
        let own = |visibility: &Visibility, keyword: Span| match visibility {
            Visibility::Inherited => keyword,
            other => other.span(),
        };
        macro_rules! plain {
            ($item:expr, $name:expr, $keyword:expr) => {{
                let open = around && is_open(&$item.vis);
                let own = own(&$item.vis, $keyword);
                self.add(&$name.to_string(), container, &$item.attrs, own, $item.span(), open);
            }};
        }
        match item {
            Item::Fn(item) => plain!(item, item.sig.ident, item.sig.span()),
            Item::Struct(item) => plain!(item, item.ident, item.struct_token.span()),
            Item::Enum(item) => plain!(item, item.ident, item.enum_token.span()),
            Item::Union(item) => plain!(item, item.ident, item.union_token.span()),
            Item::Type(item) => plain!(item, item.ident, item.type_token.span()),
            Item::Const(item) => plain!(item, item.ident, item.const_token.span()),
            Item::Static(item) => plain!(item, item.ident, item.static_token.span()),
            Item::Trait(item) => {
                let keyword = item.unsafety.map_or(item.trait_token.span(), |word| word.span());
                plain!(item, item.ident, keyword);
                let inner = [container, &[item.ident.to_string()]].concat();
                let open = around && is_open(&item.vis);
                for member in &item.items {
                    if let TraitItem::Fn(member) = member {
                        self.add(
                            &member.sig.ident.to_string(),
                            &inner,
                            &member.attrs,
                            member.sig.span(),
                            member.span(),
                            open,
                        );
                    }
                }
            }
            Item::Mod(item) => match &item.content {
                None => self.modules.push(item.ident.to_string()),
                Some((_, inner)) => {
                    plain!(item, item.ident, item.mod_token.span());
                    let names = [container, &[item.ident.to_string()]].concat();
                    self.items(inner, &names, around && is_open(&item.vis));
                }
            },
            Item::Impl(item) => self.implementation(item, container),
            Item::Macro(item) => match &item.ident {
                Some(name) => {
                    let is_exported = item
                        .attrs
                        .iter()
                        .any(|attribute| attribute.path().is_ident("macro_export"));
                    self.add(
                        &name.to_string(),
                        container,
                        &item.attrs,
                        item.mac.span(),
                        item.span(),
                        is_exported,
                    );
                }
                None => self.items(&items_in(item.mac.tokens.clone()), container, around),
            },
            Item::ForeignMod(block) => {
                for item in &block.items {
                    match item {
                        syn::ForeignItem::Fn(item) => plain!(item, item.sig.ident, item.sig.span()),
                        syn::ForeignItem::Static(item) => {
                            plain!(item, item.ident, item.static_token.span());
                        }
                        _ => {}
                    }
                }
            }
            _ => {}
        }
    }

    fn implementation(&mut self, item: &syn::ItemImpl, container: &[String]) {
        let name = type_name(&item.self_ty);
        let of_type = self.types.get(&name).copied().unwrap_or(true);
        if item.trait_.is_some() {
            let keyword = item.unsafety.map_or(item.impl_token.span(), |word| word.span());
            self.add(&name, container, &item.attrs, keyword, item.span(), of_type);
        }
        let names = [container, &[name]].concat();
        for member in &item.items {
            if let ImplItem::Fn(member) = member {
                let open = of_type && (item.trait_.is_some() || is_open(&member.vis));
                let own = match &member.vis {
                    Visibility::Inherited => member.sig.span(),
                    other => other.span(),
                };
                self.add(
                    &member.sig.ident.to_string(),
                    &names,
                    &member.attrs,
                    own,
                    member.span(),
                    open,
                );
            }
        }
    }
}

fn type_name(of: &syn::Type) -> String {
    match of {
        syn::Type::Path(path) => {
            path.path.segments.last().map(|last| last.ident.to_string()).unwrap_or_default()
        }
        syn::Type::Reference(reference) => type_name(&reference.elem),
        _ => "?".to_owned(),
    }
}

/// All `use` items, also those in functions and macros.
#[derive(Default)]
struct Uses(Vec<[String; 2]>);

impl Uses {
    fn tree(&mut self, tree: &UseTree, path: &[String]) {
        let mut add = |name: String| match path {
            // What stands alone is the module.
            [] => self.0.push([name, String::new()]),
            path => self.0.push([path.join("::"), name]),
        };
        match tree {
            UseTree::Path(inner) => {
                self.tree(&inner.tree, &[path, &[inner.ident.to_string()]].concat());
            }
            UseTree::Name(name) => add(name.ident.to_string()),
            UseTree::Rename(name) => add(name.ident.to_string()),
            UseTree::Glob(_) => self.0.push([path.join("::"), "*".to_owned()]),
            UseTree::Group(group) => group.items.iter().for_each(|tree| self.tree(tree, path)),
        }
    }
}

impl<'ast> Visit<'ast> for Uses {
    fn visit_item_use(&mut self, item: &'ast syn::ItemUse) {
        self.tree(&item.tree, &[]);
    }

    fn visit_macro(&mut self, found: &'ast syn::Macro) {
        for item in items_in(found.tokens.clone()) {
            visit::visit_item(self, &item);
        }
    }
}
