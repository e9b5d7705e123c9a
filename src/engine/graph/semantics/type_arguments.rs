//! Type arguments as they are written behind a name, and those for which a template's partial
//! specialization may be chosen.

/// Returns whether a text begins with type arguments, whatever space is in them.
pub(super) fn begins_with_arguments(text: &str, arguments: &str) -> bool {
    let mut written = text.chars().filter(|letter| !letter.is_whitespace());
    let mut arguments = arguments.chars().filter(|letter| !letter.is_whitespace());
    arguments.all(|letter| written.next() == Some(letter))
}

/// Returns whether a text begins with the arguments of a call, behind type arguments or not.
pub(in crate::engine) fn is_applied(text: &str) -> bool {
    text.starts_with('(') || arguments(text).is_some_and(|(_, rest)| rest.starts_with('('))
}

/// Returns the number of the type arguments or parameters at the beginning of a text.
pub(in crate::engine) fn number_of_arguments(text: &str) -> usize {
    arguments(text).map_or(0, |(found, _)| found.len())
}

/// Returns whether a call, of which `written` is what stands behind its name, may be of a function
/// whose type parameters and parameters are at the beginning of `declared`. Type arguments that are
/// not written have to follow from the others.
pub(super) fn may_apply(written: &str, declared: &str) -> bool {
    let number = arguments(written).map(|(found, _)| found.len());
    if number.is_none() && written.trim_start().starts_with('<') {
        return true;
    }
    let Some((parameters, rest)) = arguments(declared) else { return number.is_none() };
    let list = first_in_parentheses(rest);
    let mut names = parameters.iter().filter_map(|parameter| self::declared(parameter));
    match number {
        Some(number) => number == parameters.len(),
        None => names.all(|name| words(list).any(|word| word == name)),
    }
}

/// Returns a text up to the parenthesis that closes the first one.
fn first_in_parentheses(text: &str) -> &str {
    let mut depth = 0_usize;
    let end = text.char_indices().find(|(_, letter)| {
        match letter {
            '(' => depth += 1,
            ')' => depth = depth.saturating_sub(1),
            _ => {}
        }
        *letter == ')' && depth == 0
    });
    end.map_or(text, |(end, _)| &text[..end])
}

/// Returns whether a partial specialization, whose signature is `template <class T> struct
/// Name<pattern>`, may be chosen for the type arguments at the beginning of a text. A constraint
/// such as `enable_if<is_base_of<Base, T>>` is taken to hold only for what it names.
pub(super) fn may_specialize(signature: &str, pattern: &str, after: &str) -> bool {
    let head = signature.strip_prefix("template").map(str::trim_start).and_then(arguments);
    let (Some((head, _)), Some((pattern, _)), Some((written, _))) =
        (head, arguments(pattern), arguments(after))
    else {
        return false;
    };
    let parameters: Vec<&str> = head.into_iter().filter_map(declared).collect();
    let is_open = pattern.last().is_some_and(|last| last.ends_with("..."));
    let defaults = pattern.get(written.len()..).unwrap_or_default();
    let holds = |constraint: &str| {
        words(constraint).count() < 2
            || written.iter().filter_map(|argument| words(argument).last()).any(|name| {
                words(constraint).any(|word| word == name && !parameters.contains(&word))
            })
    };
    (is_open || written.len() <= pattern.len())
        && written
            .iter()
            .zip(&pattern)
            .all(|(written, pattern)| fits(written, pattern, &parameters))
        && defaults.iter().all(|constraint| holds(constraint))
}

/// Returns whether an argument may be what a pattern stands for. What is behind the first name of a
/// pattern with parameters is compared by its last letter alone: `T*`, `T[N]`.
fn fits(written: &str, pattern: &str, parameters: &[&str]) -> bool {
    let letters = |text: &str| text.split_whitespace().collect::<String>();
    if !words(pattern).any(|word| parameters.contains(&word)) {
        return letters(written) == letters(pattern);
    }
    let first = |text| words(text).find(|word| !matches!(*word, "const" | "typename"));
    let ending = |text: &str| {
        text.trim_end_matches('.').chars().last().filter(|last| matches!(last, '*' | '&' | ']'))
    };
    ending(pattern) == ending(written)
        && first(pattern)
            .is_none_or(|name| parameters.contains(&name) || first(written) == Some(name))
}

/// Returns the name that a template's parameter declares: `T` of `class T = int`.
fn declared(parameter: &str) -> Option<&str> {
    let before = parameter.split('=').next().unwrap_or(parameter);
    words(before).last()
}

fn words(text: &str) -> impl Iterator<Item = &str> {
    let is_part = |letter: char| letter.is_alphanumeric() || matches!(letter, '_' | ':');
    text.split(move |letter| !is_part(letter)).filter(|word| !word.is_empty())
}

/// Returns the type arguments at the beginning of a text, one by one, and what follows them; `None`
/// if there are none.
fn arguments(text: &str) -> Option<(Vec<&str>, &str)> {
    let inside = text.strip_prefix('<')?;
    let (mut found, mut depth, mut start) = (Vec::new(), 0_usize, 0);
    for (at, letter) in inside.char_indices() {
        match letter {
            '<' | '(' | '[' => depth += 1,
            '>' if depth == 0 => {
                found.push(inside[start..at].trim());
                return Some((found, &inside[at + 1..]));
            }
            '>' | ')' | ']' => depth = depth.saturating_sub(1),
            ',' if depth == 0 => {
                found.push(inside[start..at].trim());
                start = at + 1;
            }
            ';' | '{' => return None,
            _ => {}
        }
    }
    None
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn type_arguments_are_as_many_as_parameters_or_follow_from_arguments() {
        let check = |written: &str, declared: &str, expected: bool| {
            assert_eq!(may_apply(written, declared), expected, "{written} {declared}");
        };
        check("(1)", "(int of)", true);
        check("<int>(1)", "(int of)", false);
        check("<int>(1)", "<T>(string of)", true);
        check("<int, int>(1)", "<T>(string of)", false);
        check("(1)", "<T>(Func<int, (T, int)> of) where T : Pool", true);
        check("(1)", "<[Named(1)] T>(string of)\n where T : Pool { T x; }", false);
        check("(1)", "<T, U>(T of)", false);
        check(" <int>(1)", "<T>(string of)", true);
    }

    #[test]
    fn partial_specializations_are_chosen_by_the_shape_of_arguments() {
        let check = |pattern: &str, after: &str, expected: bool| {
            let signature =
                format!("template <typename T, class C = Less<char>> struct A{pattern}");
            assert_eq!(may_specialize(&signature, pattern, after), expected, "{pattern} {after}");
        };
        check("<T, C>", "<int> {", true);
        check("<T, char, If<is_base_of<std::exception, T>>>", "<std::exception> {", true);
        check("<T, char, If<is_base_of<std::exception, T>>>", "<int> {", false);
        check("<T, char>", "<int, int>", false);
        check("<T*>", "<int*>", true);
        check("<T*>", "<int>", false);
        check("<std::vector<T>>", "<std::vector<int>>", true);
        check("<const std::vector<T>&, C>", "<std::optional<int>, C>", false);
        check("<std::tuple<T...>, T...>", "<std::tuple<int>, A, B>", true);
        check("<T>", "<A, B>", false);
        check("<T>", "", false);
        check("<T>", "<A; }", false);
    }
}
