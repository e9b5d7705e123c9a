//! The project above its tree: languages, entry points, commands and components.

use crate::domain::{Picture, PictureEdge, PictureNode};
use crate::engine::map::{Component, Components, Map, Rows};
use crate::tools::words::{plural, thousands};

/// Returns the project in a few lines.
pub(super) fn header(map: &Map) -> Option<String> {
    let project = map.project.as_ref()?;
    let mut lines = Vec::new();
    let languages: Vec<String> = project
        .languages
        .iter()
        .map(|row| format!("{} {}", row.language, thousands(row.files)))
        .collect();
    let name = match (&project.name, &project.version) {
        (Some(name), Some(version)) => format!("{name} {version}: "),
        (Some(name), None) => format!("{name}: "),
        (None, _) => String::new(),
    };
    lines.push(format!("{name}{} files", languages.join(", ")));
    if !project.entry_points.is_empty() {
        lines.push(format!("entry: {}", project.entry_points.join(", ")));
    }
    let commands: Vec<String> = [("build", &project.build), ("test", &project.test)]
        .into_iter()
        .filter(|(_, commands)| !commands.is_empty())
        .map(|(word, commands)| format!("{word}: {}", commands.join(", ")))
        .collect();
    if !commands.is_empty() {
        lines.push(commands.join(" · "));
    }
    let tests: Vec<String> = project
        .test_directories
        .iter()
        .map(|tests| {
            let path = if tests.path.is_empty() { "beside the code" } else { &tests.path };
            format!("{path} ({})", thousands(tests.files))
        })
        .collect();
    if !tests.is_empty() {
        lines.push(format!("tests: {}", tests.join(", ")));
    }
    lines.extend(dependencies("packages", &map.components.packages));
    lines.extend(dependencies("parts", &map.components.parts));
    lines.push("zoom: path = a directory or file, focus = words, detail = full".to_owned());
    Some(lines.join("\n"))
}

/// Returns components in one line: "parts: domain · lang → domain".
fn dependencies(word: &str, components: &Rows) -> Option<String> {
    let Rows { rows: components, more } = components;
    let prefix = common_folder(components);
    let name = |path: &str| path.get(prefix..).unwrap_or(path).to_owned();
    let mut parts: Vec<String> = components
        .iter()
        .map(|component| {
            let uses: Vec<String> = component.uses.iter().map(|path| name(path)).collect();
            let arrow = if uses.is_empty() { "" } else { " → " };
            format!("{}{arrow}{}", name(&component.path), uses.join(", "))
        })
        .collect();
    if *more > 0 {
        parts.push(format!("+{more}"));
    }
    (!parts.is_empty()).then(|| format!("{word}: {}", parts.join(" · ")))
}

/// Returns the length of the folder, with its slash, that all components share.
fn common_folder(components: &[Component]) -> usize {
    let folders = components
        .iter()
        .map(|component| component.path.rsplit_once('/').map_or("", |(folder, _)| folder));
    let shared = folders.reduce(|one, other| {
        let alike = one.split('/').zip(other.split('/')).take_while(|(one, other)| one == other);
        let length = alike.map(|(folder, _)| folder.len() + 1).sum::<usize>().saturating_sub(1);
        &one[..length]
    });
    shared.filter(|folder| !folder.is_empty()).map_or(0, |folder| folder.len() + 1)
}

/// Draws the components with an arrow from each to those that it uses.
pub(super) fn picture(components: &Components) -> Picture {
    let components: Vec<&Component> = components.all().collect();
    let node = |component: &&Component| PictureNode {
        label: component.path.clone(),
        place: Some(format!("{} {}", component.files, plural(component.files, "file", "files"))),
        ..PictureNode::default()
    };
    let place = |path: &String| components.iter().position(|component| component.path == *path);
    let edges = components.iter().enumerate().flat_map(|(from, component)| {
        let to = component.uses.iter().filter_map(place);
        to.map(move |to| PictureEdge { from, to, is_sure: true })
    });
    Picture {
        nodes: components.iter().map(node).collect(),
        edges: edges.collect(),
        caption: "components and what each uses of the others".to_owned(),
    }
}
