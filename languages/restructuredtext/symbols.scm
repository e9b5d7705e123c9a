; Titles, which are extended to sections.

(comment) @comment

(section (title) @name) @definition.section
