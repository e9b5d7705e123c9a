; Colours for a terminal.

[(atx_heading) (setext_heading)] @keyword
[(fenced_code_block) (indented_code_block)] @string
(html_block) @comment
