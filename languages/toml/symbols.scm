; Tables and their keys.

(comment) @comment

(table . (_) @name (pair)? @body) @definition.section
(table_array_element . (_) @name (pair)? @body) @definition.section
(pair . (_) @name . (_) @value) @definition.property
