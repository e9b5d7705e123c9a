//! Values that functions return, each with the innermost function around it.

use super::expression::{ExpressionId, Listed, Produced};
use super::{NameFacts, Span};
use std::cmp::Reverse;

/// Values and functions as they are captured, one at a time.
#[derive(Default)]
pub(super) struct Results {
    produced: Vec<Produced>,
    /// Bodies of functions, with the functions' names.
    bodies: Vec<(Span, Span)>,
    /// Values that are returned somewhere in one of the bodies.
    returned: Vec<(Span, ExpressionId)>,
    listed: Vec<Listed>,
}

impl Results {
    /// Adds a value of a function, a function with its body, or a value of a body around it.
    pub(super) fn add(
        &mut self,
        function: Option<Span>,
        body: Option<Span>,
        result: Option<(Span, ExpressionId)>,
    ) {
        match (function, result, body) {
            (Some(function), Some((_, expression)), _) => {
                self.produced.push(Produced { function, expression });
            }
            (Some(function), None, Some(body)) => self.bodies.push((body, function)),
            (None, Some(result), _) => self.returned.push(result),
            _ => {}
        }
    }

    pub(super) fn add_listed(&mut self, listed: Listed) {
        self.listed.push(listed);
    }

    /// Adds the values to the facts, by position of the functions' names.
    pub(super) fn finish(mut self, facts: &mut NameFacts) {
        self.bodies.sort_by_key(|(body, _)| (body.start, Reverse(body.end)));
        self.returned.sort_unstable_by_key(|(span, _)| *span);
        let mut bodies = self.bodies.into_iter().peekable();
        let mut around: Vec<(Span, Span)> = Vec::new();
        for (span, expression) in self.returned {
            while let Some(body) = bodies.next_if(|(body, _)| body.start <= span.start) {
                around.push(body);
            }
            while around.pop_if(|(body, _)| body.end <= span.start).is_some() {}
            // A function without a name has that of what it is set to as well.
            let innermost = around.last().map(|(body, _)| *body);
            let is_of = |(body, _): &&(Span, Span)| Some(*body) == innermost;
            let functions = around.iter().rev().take_while(is_of).map(|(_, function)| *function);
            self.produced.extend(functions.map(|function| Produced { function, expression }));
        }
        self.produced.sort_by_key(|made| (made.function, made.expression));
        self.produced.dedup();
        self.listed.sort_by_key(|part| (part.function, part.place, part.expression));
        (facts.produced, facts.listed) = (self.produced, self.listed);
    }
}
