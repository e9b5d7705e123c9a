//! Drawings in the notations of Mermaid and Graphviz. Names come from source code and may contain
//! anything, so nothing of them may be read as notation: boxes are named by numbers, and texts are
//! escaped.

use super::color::escaped;
use crate::domain::{Picture, PictureNode};
use std::collections::BTreeMap;
use std::fmt::Write;

/// Maximum characters of a text in a box.
const WIDTH: usize = 80;

/// The boxes by frame, those without one first, in the order of the frames' names.
fn clusters(picture: &Picture) -> BTreeMap<Option<&str>, Vec<usize>> {
    let mut clusters: BTreeMap<Option<&str>, Vec<usize>> = BTreeMap::new();
    for (index, node) in picture.nodes.iter().enumerate() {
        clusters.entry(node.cluster.as_deref()).or_default().push(index);
    }
    clusters
}

pub(super) fn mermaid(picture: &Picture) -> String {
    let mut text = "flowchart LR\n".to_owned();
    if !picture.caption.is_empty() {
        // Braces after the marks of a comment would be read as a directive.
        let caption: String = one_line(&picture.caption).replace(['{', '}'], " ");
        let _ = writeln!(text, "%% {}", caption.trim());
    }
    for (number, (cluster, nodes)) in clusters(picture).into_iter().enumerate() {
        let indent = if cluster.is_some() { "    " } else { "  " };
        if let Some(name) = cluster {
            let _ = writeln!(text, "  subgraph c{number}[\"{}\"]", mermaid_text(name));
        }
        for index in nodes {
            let node = &picture.nodes[index];
            let lines: Vec<String> = lines(node).map(mermaid_text).collect();
            let class = if node.is_target { ":::target" } else { "" };
            let _ = writeln!(text, "{indent}n{index}[\"{}\"]{class}", lines.join("<br/>"));
        }
        if cluster.is_some() {
            text.push_str("  end\n");
        }
    }
    for edge in &picture.edges {
        let arrow = if edge.is_sure { "-->" } else { "-.->" };
        let _ = writeln!(text, "  n{} {arrow} n{}", edge.from, edge.to);
    }
    if picture.nodes.iter().any(|node| node.is_target) {
        text.push_str("  classDef target stroke-width:3px\n");
    }
    text.pop();
    text
}

/// A text between quotes, with entities for the characters that Mermaid interprets.
fn mermaid_text(text: &str) -> String {
    let mut escaped = String::new();
    for character in shortened(text).chars() {
        match character {
            '"' | '#' | '<' | '>' | '&' | '`' | '\\' | ';' | '{' | '}' => {
                let _ = write!(escaped, "#{};", u32::from(character));
            }
            other => escaped.push(other),
        }
    }
    escaped
}

pub(super) fn dot(picture: &Picture) -> String {
    let mut text = "digraph spelunk {\n  rankdir=LR;\n  node [shape=box];\n".to_owned();
    if !picture.caption.is_empty() {
        let _ = writeln!(text, "  label=\"{}\";", dot_text(&picture.caption));
    }
    for (number, (cluster, nodes)) in clusters(picture).into_iter().enumerate() {
        let indent = if cluster.is_some() { "    " } else { "  " };
        if let Some(name) = cluster {
            let _ =
                writeln!(text, "  subgraph cluster_{number} {{\n    label=\"{}\";", dot_text(name));
        }
        for index in nodes {
            let node = &picture.nodes[index];
            let lines: Vec<String> = lines(node).map(dot_text).collect();
            let style = if node.is_target { ", penwidth=3" } else { "" };
            let _ = writeln!(text, "{indent}n{index} [label=\"{}\"{style}];", lines.join("\\n"));
        }
        if cluster.is_some() {
            text.push_str("  }\n");
        }
    }
    for edge in &picture.edges {
        let style = if edge.is_sure { "" } else { " [style=dashed]" };
        let _ = writeln!(text, "  n{} -> n{}{style};", edge.from, edge.to);
    }
    text.push('}');
    text
}

/// A text between quotes, with the backslashes and quotes that Graphviz interprets escaped.
fn dot_text(text: &str) -> String {
    shortened(text).replace('\\', "\\\\").replace('"', "\\\"")
}

/// The lines of a box.
fn lines(node: &PictureNode) -> impl Iterator<Item = &str> {
    [Some(node.label.as_str()), node.place.as_deref()].into_iter().flatten()
}

/// A text on one line of at most [`WIDTH`] characters.
fn shortened(text: &str) -> String {
    let line = one_line(text);
    match line.char_indices().nth(WIDTH) {
        None => line,
        Some(_) => line.chars().take(WIDTH - 1).chain(['…']).collect(),
    }
}

/// A text on one line, with the escapes that other formats have for what nobody sees.
fn one_line(text: &str) -> String {
    escaped(text).replace('\t', " ")
}

#[cfg(test)]
mod tests {
    use super::super::samples::HOSTILE;
    use super::*;
    use crate::domain::PictureEdge;
    use insta::assert_snapshot;

    fn node(label: &str, place: &str, cluster: Option<&str>) -> PictureNode {
        let (label, place, cluster) =
            (label.to_owned(), Some(place.to_owned()), cluster.map(str::to_owned));
        PictureNode { label, place, cluster, is_target: false }
    }

    fn sample() -> Picture {
        let target = PictureNode { is_target: true, ..node("run", "src/run.rs:3", None) };
        Picture {
            nodes: vec![
                target,
                node("main", "src/main.rs:9", Some("src")),
                node("op<\"#\">", "a\\b.rs:1", Some("a")),
            ],
            edges: vec![
                PictureEdge { from: 1, to: 0, is_sure: true },
                PictureEdge { from: 2, to: 1, is_sure: false },
            ],
            caption: "2 of 3 callers %%{init}%% shown".to_owned(),
        }
    }

    #[test]
    fn mermaid_draws_boxes_frames_and_arrows() {
        assert_snapshot!(mermaid(&sample()), @r##"
        flowchart LR
        %% 2 of 3 callers %% init %% shown
          n0["run<br/>src/run.rs:3"]:::target
          subgraph c1["a"]
            n2["op#60;#34;#35;#34;#62;<br/>a#92;b.rs:1"]
          end
          subgraph c2["src"]
            n1["main<br/>src/main.rs:9"]
          end
          n1 --> n0
          n2 -.-> n1
          classDef target stroke-width:3px
        "##);
    }

    #[test]
    fn graphviz_draws_the_same() {
        assert_snapshot!(dot(&sample()), @r##"
        digraph spelunk {
          rankdir=LR;
          node [shape=box];
          label="2 of 3 callers %%{init}%% shown";
          n0 [label="run\nsrc/run.rs:3", penwidth=3];
          subgraph cluster_1 {
            label="a";
            n2 [label="op<\"#\">\na\\b.rs:1"];
          }
          subgraph cluster_2 {
            label="src";
            n1 [label="main\nsrc/main.rs:9"];
          }
          n1 -> n0;
          n2 -> n1 [style=dashed];
        }
        "##);
    }

    #[test]
    fn nothing_in_a_name_is_read_as_notation() {
        let picture = Picture {
            nodes: vec![
                node(HOSTILE, HOSTILE, Some(HOSTILE)),
                node("\"]\nend\nn9 --> n9", "\\", None),
            ],
            edges: Vec::new(),
            caption: HOSTILE.to_owned(),
        };
        for line in mermaid(&picture).lines() {
            let is_comment = line.starts_with("%% ");
            let marks = line.matches('"').count();
            assert!(
                is_comment || matches!(marks, 0 | 2),
                "a text ends before its line does: {line}"
            );
            assert!(!line.contains(|character: char| character.is_control()), "{line:?}");
        }
        for line in dot(&picture).lines() {
            let bare = line.replace("\\\\", "").replace("\\\"", "");
            assert!(
                matches!(bare.matches('"').count(), 0 | 2),
                "a text ends before its line does: {line}"
            );
        }
    }

    #[test]
    fn what_nobody_sees_is_escaped_as_in_other_formats() {
        let unseen = "tag\u{e0041}\u{200b}.rs";
        let picture = Picture {
            nodes: vec![node(unseen, unseen, Some(unseen))],
            caption: unseen.to_owned(),
            ..Picture::default()
        };
        for drawing in [mermaid(&picture), dot(&picture)] {
            assert!(drawing.is_ascii() && drawing.contains("e0041"), "{drawing}");
        }
    }

    #[test]
    fn an_empty_drawing_is_one() {
        assert_eq!(mermaid(&Picture::default()), "flowchart LR");
        assert_eq!(
            dot(&Picture::default()),
            "digraph spelunk {\n  rankdir=LR;\n  node [shape=box];\n}"
        );
    }
}
