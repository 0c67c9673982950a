export const markdownCss = `
.nga-md{overflow-wrap:anywhere}
.nga-md>*+*{margin-top:6px}
.nga-md :is(ul,ol){padding-inline-start:20px;list-style:disc}
.nga-md ol{list-style:decimal}
.nga-md :is(h1,h2,h3,h4,h5,h6,strong,th){font-weight:600;font-size:inherit;margin:0}
.nga-md a{color:var(--nga-link);text-decoration:underline;text-underline-offset:2px}
.nga-md :is(code,pre){font:400 12px/1.45 var(--nga-mono);background:var(--nga-hover);border-radius:4px;direction:ltr;unicode-bidi:isolate}
.nga-md code{padding:1px 4px}
.nga-md pre{padding:8px 10px;overflow:auto}
.nga-md pre code{padding:0;background:none}
.nga-md blockquote{padding-inline-start:10px;border-inline-start:2px solid var(--nga-line-strong);color:var(--nga-muted)}
.nga-md hr{border:0;border-top:1px solid var(--nga-line)}
.nga-md table{border-collapse:collapse;display:block;overflow:auto}
.nga-md :is(td,th){padding:3px 8px;border:1px solid var(--nga-line);text-align:start}
.nga-md .nga-file{display:inline-flex;vertical-align:middle;border-radius:5px;font:400 12px/1.45 var(--nga-mono);max-width:100%;padding:1px 5px;border:1px solid var(--nga-line);background:var(--nga-surface);color:var(--nga-text)}
`;
