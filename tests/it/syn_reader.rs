//! A reader of Rust that is built on `syn` and knows nothing of our grammar, for
//! `scripts/agreement.py`. It is a test because `syn` is a dependency of tests only; without its
//! environment variable it reads one text and checks itself.

mod report;

use proc_macro2::{Delimiter, Span, TokenStream, TokenTree};
use serde_json::{Value, json};
use std::io::Read;
use syn::visit::{self, Visit};

#[test]
fn reads_the_files_named_on_standard_input() {
    read_files(check_itself, |text| {
        definitions(text).map(|definitions| json!({ "definitions": definitions }))
    });
}

/// Prints what `read` says of each file named on standard input, or checks the reader where no
/// script asks.
fn read_files(check_itself: fn(), read: impl Fn(&str) -> syn::Result<Value>) {
    if std::env::var_os("SPELUNK_SYN_READER").is_none() {
        return check_itself();
    }
    let mut paths = String::new();
    std::io::stdin().read_to_string(&mut paths).expect("a list of paths");
    println!();
    for path in paths.lines() {
        let text = std::fs::read(path)
            .map(|bytes| String::from_utf8_lossy(&bytes).into_owned())
            .expect("a file");
        let mut answer = read(&text).unwrap_or_else(|error| json!({ "error": error.to_string() }));
        answer["path"] = json!(path);
        println!("{answer}");
    }
}

fn check_itself() {
    let text =
        "mod a { struct B { c: u8 } }\ncfg! { fn d() { const E: u8 = 1; } }\nimpl F for &G<H> {}\n";
    let found: Vec<String> = definitions(text)
        .expect("it parses")
        .into_iter()
        .map(|(kind, name, line, _)| format!("{kind} {name} {line}"))
        .collect();
    assert_eq!(found, ["module a 1", "struct B 1", "value c 1", "callable d 2", "impl G 3"]);
}

type Definition = (&'static str, String, usize, &'static str);

/// Class of kind, name, line of the name, what syn calls it.
fn definitions(text: &str) -> syn::Result<Vec<Definition>> {
    let mut reader = Reader::default();
    reader.visit_file(&syn::parse_file(text)?);
    Ok(reader.found)
}

#[derive(Default)]
struct Reader {
    found: Vec<Definition>,
    /// Functions around the present place; the values in them are local.
    functions: usize,
}

impl Reader {
    fn add(&mut self, kind: &'static str, name: &syn::Ident, description: &'static str) {
        self.add_at(kind, name.to_string(), name.span(), description);
    }

    fn add_at(&mut self, kind: &'static str, name: String, span: Span, description: &'static str) {
        self.found.push((kind, name, span.start().line, description));
    }

    fn value(&mut self, name: &syn::Ident, description: &'static str) {
        if self.functions == 0 {
            self.add("value", name, description);
        }
    }

    fn inside_function(&mut self, visit: impl FnOnce(&mut Self)) {
        self.functions += 1;
        visit(self);
        self.functions -= 1;
    }

    /// The fields of a type in a function are the type's: they count.
    fn outside_functions(&mut self, visit: impl FnOnce(&mut Self)) {
        let functions = std::mem::take(&mut self.functions);
        visit(self);
        self.functions = functions;
    }

    /// A macro's braces that hold items, or functions without bodies, hold definitions.
    fn tokens(&mut self, tokens: TokenStream) {
        let is_item = |item: &syn::Item| match item {
            syn::Item::Verbatim(_) => false,
            syn::Item::Macro(item) => {
                item.ident.is_some() || matches!(item.mac.delimiter, syn::MacroDelimiter::Brace(_))
            }
            _ => true,
        };
        if let Ok(file) = syn::parse2::<syn::File>(tokens.clone())
            && !file.items.is_empty()
            && file.items.iter().all(is_item)
        {
            self.visit_file(&file);
            return;
        }
        if let Ok(block) = syn::parse2::<syn::ItemForeignMod>(quote_foreign(tokens.clone()))
            && !block.items.is_empty()
            && block.items.iter().all(|item| matches!(item, syn::ForeignItem::Fn(_)))
        {
            self.visit_item_foreign_mod(&block);
            return;
        }
        for token in tokens {
            if let TokenTree::Group(group) = token
                && group.delimiter() == Delimiter::Brace
            {
                self.tokens(group.stream());
            }
        }
    }
}

/// `extern { … }` around tokens: a foreign function is one without a body.
fn quote_foreign(tokens: TokenStream) -> TokenStream {
    let word = proc_macro2::Ident::new("extern", Span::call_site());
    let group = proc_macro2::Group::new(Delimiter::Brace, tokens);
    [TokenTree::from(word), TokenTree::from(group)].into_iter().collect()
}

/// The last word of a type's path, as its impl is named.
fn type_name(of: &syn::Type) -> Option<&syn::Ident> {
    match of {
        syn::Type::Path(path) => path.path.segments.last().map(|segment| &segment.ident),
        syn::Type::Reference(reference) => match reference.elem.as_ref() {
            syn::Type::Path(path) => path.path.segments.last().map(|segment| &segment.ident),
            _ => None,
        },
        _ => None,
    }
}

impl<'ast> Visit<'ast> for Reader {
    fn visit_item_fn(&mut self, node: &'ast syn::ItemFn) {
        self.add("callable", &node.sig.ident, "ItemFn");
        self.inside_function(|reader| visit::visit_item_fn(reader, node));
    }

    fn visit_impl_item_fn(&mut self, node: &'ast syn::ImplItemFn) {
        self.add("callable", &node.sig.ident, "ImplItemFn");
        self.inside_function(|reader| visit::visit_impl_item_fn(reader, node));
    }

    fn visit_trait_item_fn(&mut self, node: &'ast syn::TraitItemFn) {
        self.add("callable", &node.sig.ident, "TraitItemFn");
        self.inside_function(|reader| visit::visit_trait_item_fn(reader, node));
    }

    fn visit_foreign_item_fn(&mut self, node: &'ast syn::ForeignItemFn) {
        self.add("callable", &node.sig.ident, "ForeignItemFn");
    }

    fn visit_item_struct(&mut self, node: &'ast syn::ItemStruct) {
        self.add("struct", &node.ident, "ItemStruct");
        self.outside_functions(|reader| visit::visit_item_struct(reader, node));
    }

    fn visit_item_union(&mut self, node: &'ast syn::ItemUnion) {
        self.add("struct", &node.ident, "ItemUnion");
        self.outside_functions(|reader| visit::visit_item_union(reader, node));
    }

    fn visit_item_enum(&mut self, node: &'ast syn::ItemEnum) {
        self.add("enum", &node.ident, "ItemEnum");
        self.outside_functions(|reader| visit::visit_item_enum(reader, node));
    }

    fn visit_variant(&mut self, node: &'ast syn::Variant) {
        self.value(&node.ident, "Variant");
        visit::visit_variant(self, node);
    }

    fn visit_field(&mut self, node: &'ast syn::Field) {
        if let Some(name) = &node.ident {
            self.value(name, "Field");
        }
        visit::visit_field(self, node);
    }

    fn visit_item_trait(&mut self, node: &'ast syn::ItemTrait) {
        self.add("trait", &node.ident, "ItemTrait");
        self.outside_functions(|reader| visit::visit_item_trait(reader, node));
    }

    fn visit_item_impl(&mut self, node: &'ast syn::ItemImpl) {
        match type_name(&node.self_ty) {
            Some(name) => self.add("impl", name, "ItemImpl"),
            None => {
                use syn::spanned::Spanned;
                self.add_at("impl", "?".into(), node.self_ty.span(), "ItemImpl");
            }
        }
        self.outside_functions(|reader| visit::visit_item_impl(reader, node));
    }

    fn visit_item_type(&mut self, node: &'ast syn::ItemType) {
        self.add("type", &node.ident, "ItemType");
    }

    fn visit_impl_item_type(&mut self, node: &'ast syn::ImplItemType) {
        self.add("type", &node.ident, "ImplItemType");
    }

    fn visit_trait_item_type(&mut self, node: &'ast syn::TraitItemType) {
        self.add("type", &node.ident, "TraitItemType");
    }

    fn visit_item_const(&mut self, node: &'ast syn::ItemConst) {
        self.value(&node.ident, "ItemConst");
        visit::visit_item_const(self, node);
    }

    fn visit_impl_item_const(&mut self, node: &'ast syn::ImplItemConst) {
        self.value(&node.ident, "ImplItemConst");
        visit::visit_impl_item_const(self, node);
    }

    fn visit_trait_item_const(&mut self, node: &'ast syn::TraitItemConst) {
        self.value(&node.ident, "TraitItemConst");
        visit::visit_trait_item_const(self, node);
    }

    fn visit_item_static(&mut self, node: &'ast syn::ItemStatic) {
        self.value(&node.ident, "ItemStatic");
        visit::visit_item_static(self, node);
    }

    fn visit_foreign_item_static(&mut self, node: &'ast syn::ForeignItemStatic) {
        self.value(&node.ident, "ForeignItemStatic");
    }

    fn visit_item_mod(&mut self, node: &'ast syn::ItemMod) {
        if node.content.is_some() {
            self.add("module", &node.ident, "ItemMod");
        }
        self.outside_functions(|reader| visit::visit_item_mod(reader, node));
    }

    fn visit_item_macro(&mut self, node: &'ast syn::ItemMacro) {
        match &node.ident {
            Some(name) => self.add("macro", name, "ItemMacro"),
            None => visit::visit_item_macro(self, node),
        }
    }

    fn visit_macro(&mut self, node: &'ast syn::Macro) {
        self.tokens(node.tokens.clone());
    }
}
