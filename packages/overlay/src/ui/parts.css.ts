/** The small parts that all panels are made of: words, rows, notices. */
export const partsCss = `
.nga-root [role=dialog]:focus{outline:none}
.nga-mono{font:400 12px/1.4 var(--nga-mono);direction:ltr;unicode-bidi:isolate}
.nga-root :is(time,h3,.nga-what,.nga-hint span){unicode-bidi:plaintext}
.nga-muted{color:var(--nga-muted)}
.nga-small:empty{display:none}
.nga-small{font-size:12px;line-height:1.4}
.nga-row{display:flex;align-items:center;gap:8px;min-width:0}
.nga-grow{flex:1;min-width:0}
.nga-text{white-space:pre-wrap;overflow-wrap:anywhere}
.nga-notice{display:flex;align-items:center;gap:8px;padding:4px 4px 4px 12px;padding-inline:12px 4px;max-width:100%;min-height:36px}
.nga-notice>.nga-icon{color:var(--nga-resolved-text)}
.nga-notice--problem>.nga-icon{color:var(--nga-lost-text)}
`;
