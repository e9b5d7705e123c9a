; Headings, which are extended to sections.

(html_block) @comment

(atx_heading heading_content: (inline) @name) @definition.section
(setext_heading heading_content: (paragraph) @name) @definition.section
