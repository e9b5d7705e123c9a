//! The types without a name around a place, as of `new Runnable() { … }`, by what they extend.

use super::resolver::{MAX_NAMELESS, Resolver};
use super::types;
use crate::engine::graph::model::{Def, EnclosingType, Value};
use crate::engine::graph::project::Unit;
use crate::workspace::names::{Span, TypeId};
use std::cmp::Reverse;
use std::sync::Arc;

impl Resolver<'_> {
    /// Returns what the types without a name around a byte offset extend, the outermost first, each
    /// with the length of its body in bytes. The name of each is looked up among the members of
    /// those around it, which are known by then.
    pub(super) fn nameless_around(
        &self,
        unit: &Arc<Unit>,
        at: usize,
    ) -> Vec<(usize, EnclosingType)> {
        let pairs = unit.nameless_around(at).into_iter();
        let mut around: Vec<(Span, TypeId)> =
            pairs.filter_map(|pair| Some((pair.body?, pair.supertype_written))).collect();
        around.sort_by_key(|(body, _)| Reverse(body.range().len()));
        let around = around.into_iter().enumerate().map(|(depth, (body, written))| {
            let types = match depth < MAX_NAMELESS {
                true => self.extended_by_nameless(unit, body, written).to_vec(),
                false => Vec::new(),
            };
            let name = types::name(unit, written).unwrap_or_default().to_owned();
            (body.range().len(), EnclosingType { name, types })
        });
        around.collect()
    }

    fn extended_by_nameless(&self, unit: &Arc<Unit>, body: Span, written: TypeId) -> Arc<[Def]> {
        let find = || match self.with_own_limits(|| self.written_type(unit, written)) {
            Value::Type(types) => types.into(),
            _ => Arc::default(),
        };
        let key = (unit.file, body.start);
        self.nameless.get(&self.context.nameless, key, Arc::default(), find)
    }
}
