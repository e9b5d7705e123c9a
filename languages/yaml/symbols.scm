; Keys, and what belongs to them. Of a list those entries are told that say what they are called.

(comment) @comment

(block_mapping_pair key: (_) @name) @definition.property
(block_mapping_pair key: (_) @name value: (block_node [(block_mapping) (block_sequence)] @body)) @definition.section
(block_sequence_item (block_node (block_mapping
  . (block_mapping_pair key: (_) @_key value: (flow_node) @name) @ignored
  . (_)? @body))
  (#any-of? @_key "name" "id" "title" "key")) @definition.section
