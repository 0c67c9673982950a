export const workCss = `
.nga-work{display:grid;gap:6px;grid-template-columns:minmax(0,1fr);padding:7px 11px;border:1px solid var(--nga-line);border-radius:8px;font-size:12px}
.nga-work summary{cursor:pointer;list-style-position:outside;margin-inline-start:12px}
.nga-work details[open]>*+*{margin-top:8px}
.nga-work-line{display:inline-flex;align-items:baseline;gap:6px;max-width:100%;color:var(--nga-muted);overflow-wrap:anywhere}
.nga-work-line b{color:var(--nga-text);font-weight:600}
.nga-work-line .nga-dot{position:static;flex:none;align-self:center}
.nga-plan,.nga-steps{display:grid;gap:4px;grid-template-columns:minmax(0,1fr);overflow-wrap:anywhere}
.nga-plan{list-style:decimal;padding-inline-start:18px}
.nga-plan [data-status=completed]>:first-child{color:var(--nga-muted)}
.nga-plan [data-status=in_progress]>:first-child{font-weight:600}
.nga-step{display:flex;flex-wrap:wrap;align-items:center;gap:2px 6px}
.nga-step .nga-chip{white-space:normal;overflow-wrap:anywhere}
.nga-step .nga-btn{min-height:24px;padding:0 6px;font-size:12px}
.nga-diff{flex:1 0 100%;max-height:220px;margin:2px 0;padding:8px;overflow:auto;border-radius:var(--nga-radius);background:var(--nga-raised);font-size:11px;white-space:pre}
.nga-edited>p:first-child{color:var(--nga-muted)}
.nga-edited>p b{color:var(--nga-text);font-weight:600}
.nga-edited .nga-diff{order:1}
.nga-edited .nga-problem:empty{display:none}
.nga-edited .nga-file{font-size:11.5px}
.nga-file-name{display:inline-flex;min-width:0;max-width:100%;white-space:nowrap}
.nga-file-name span{overflow:hidden;text-overflow:ellipsis;color:var(--nga-muted)}
.nga-file-name b{flex:none;max-width:100%;overflow:hidden;text-overflow:ellipsis;font-weight:inherit}
.nga-diff b{font-weight:600}
.nga-diff>span{display:block;width:max-content;min-width:100%}
.nga-line-added{background:color-mix(in srgb,var(--nga-resolved) 13%,transparent)}
.nga-line-removed{background:color-mix(in srgb,var(--nga-lost) 13%,transparent)}
.nga-code-keyword{color:var(--nga-acknowledged-text)}
.nga-code-string{color:var(--nga-pending-text)}
.nga-code-comment{color:var(--nga-muted)}
.nga-code-name{color:var(--nga-resolved-text)}
.nga-open-file{appearance:none;color:inherit;cursor:pointer;text-align:start}
.nga-open-file:hover{border-color:var(--nga-line-strong);text-decoration:underline;text-underline-offset:2px}
.nga-permalink{color:inherit;text-decoration:none}
.nga-permalink:hover{text-decoration:underline;text-underline-offset:2px}
.nga-path-row{display:flex;align-items:center;gap:2px;min-width:0}
.nga-open-path{flex:none;min-height:20px;min-width:24px;height:20px;width:24px;padding:0;color:var(--nga-muted)}
.nga-added{color:var(--nga-resolved-text)}
.nga-removed,.nga-problem{color:var(--nga-lost-text)}
.nga-question{flex:none;display:grid;gap:8px;justify-items:start;grid-template-columns:minmax(0,1fr);border:1px solid var(--nga-acknowledged);border-radius:8px;overflow:hidden}
.nga-question[data-shown-in=window]{padding:10px 12px}
.nga-question iframe{display:block;width:100%;max-height:50vh;border:0;background:var(--nga-surface);pointer-events:auto}
.nga-asked{flex:none;padding:0 14px 12px;display:grid;gap:8px;grid-template-columns:minmax(0,1fr)}
.nga-ask-row{appearance:none;display:flex;align-items:center;gap:8px;width:calc(100% - 28px);margin:6px 14px;padding:8px 12px;border:1px solid var(--nga-acknowledged);border-radius:8px;background:color-mix(in srgb,var(--nga-acknowledged) 12%,var(--nga-surface));color:var(--nga-acknowledged-text);font-weight:500;text-align:start;cursor:pointer;overflow-wrap:anywhere}
.nga-list .nga-body>.nga-question{margin:6px 14px}
.nga-badge--asks::after{content:"?";position:absolute;top:-7px;right:-7px;width:14px;height:14px;border-radius:50%;background:var(--nga-acknowledged);color:var(--nga-on-acknowledged);font:700 10px/14px var(--nga-font);text-align:center;box-shadow:0 0 0 1.5px #fff}
`;
