; Rules and what they are nested in; custom properties are variables.

[(comment) (js_comment)] @comment

(rule_set (selectors) @name (block) @body) @definition.section
(media_statement . [
  (keyword_query) (feature_query) (binary_query) (unary_query) (selector_query) (parenthesized_query)
] @name (block) @body) @definition.section
(supports_statement . [
  (keyword_query) (feature_query) (binary_query) (unary_query) (selector_query) (parenthesized_query)
] @name (block) @body) @definition.section
(at_rule (at_keyword) . [(keyword_query) (feature_query) (parenthesized_query)] @name (block) @body) @definition.section
(keyframes_statement (keyframes_name) @name (keyframe_block_list) @body) @definition.section
(declaration (property_name) @name . (_) @value (#match? @name "^(--|\\$)")) @definition.variable
