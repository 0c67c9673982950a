export const threadCss = `
.nga-thread-panel [role=status]:empty{display:none}
.nga-thread-panel .nga-body{padding:0 14px 12px;display:grid;gap:12px;grid-template-columns:minmax(0,1fr)}
.nga-thread-request{display:grid;gap:4px;grid-template-columns:minmax(0,1fr)}
:is(.nga-where,.nga-targets,.nga-quote)+.nga-who{margin-top:8px}
.nga-thread-panel .nga-status{margin-inline-end:2px}
.nga-who{display:flex;align-items:baseline;gap:6px;font-size:12px}
.nga-who b{font-weight:600}
.nga-picture{display:block;margin-top:4px;border:1px solid var(--nga-line);border-radius:var(--nga-radius);overflow:hidden;pointer-events:auto}
.nga-picture :is(img,canvas){display:block;width:100%;max-height:160px;object-fit:contain;background:var(--nga-raised)}
.nga-picture--button{width:100%;padding:0;background:none;cursor:zoom-in}
.nga-picture-large{margin:auto;padding:0;border:1px solid var(--nga-line);border-radius:var(--nga-radius-panel);background:var(--nga-surface);pointer-events:auto;cursor:zoom-out}
.nga-picture-large canvas{display:block;max-width:92vw;max-height:92vh;object-fit:contain}
.nga-picture-large::backdrop{background:rgb(0 0 0/.6)}
.nga-thread-pictures{display:grid;gap:4px;grid-template-columns:repeat(auto-fill,minmax(140px,1fr))}
.nga-thread-pictures img{max-height:110px}
.nga-console{font-size:12px;color:var(--nga-muted)}
.nga-console summary{width:max-content;cursor:pointer}
.nga-console pre{margin-top:4px;padding:8px 10px;border-radius:var(--nga-radius);background:var(--nga-hover);color:var(--nga-text);max-height:160px;overflow:auto;white-space:pre-wrap;overflow-wrap:anywhere}
.nga-replies{display:grid;gap:8px;grid-template-columns:minmax(0,1fr)}
.nga-reply{padding:8px 11px 9px;border:1px solid var(--nga-line);border-radius:8px;display:grid;gap:3px;grid-template-columns:minmax(0,1fr)}
.nga-reply--agent{background:var(--nga-raised)}
.nga-reply--user{margin-inline-start:24px;border-color:transparent;background:color-mix(in srgb,var(--nga-accent) 9%,var(--nga-surface))}
.nga-thread-foot{padding:12px 14px;border-top:1px solid var(--nga-line);display:grid;gap:8px}
.nga-actions{display:flex;flex-wrap:wrap;align-items:center;gap:6px}
.nga-actions .nga-btn-quiet{padding:0 7px}
.nga-actions i{flex:1}
.nga-box{display:grid;gap:8px;padding:10px 12px;border:1px solid var(--nga-line);border-radius:8px;background:var(--nga-raised);justify-items:start;grid-template-columns:minmax(0,1fr)}
.nga-box--lost{border-color:color-mix(in srgb,var(--nga-lost) 45%,var(--nga-line))}
.nga-box b{font-weight:600}
`;
