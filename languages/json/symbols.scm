; Keys, and what belongs to them. Lists are data and not looked into.

(comment) @comment

(pair key: (string . (string_content) @name)) @definition.property
(pair key: (string . (string_content) @name) value: (object) @body) @definition.section
