export const suggestionCss = `
.mdv-suggested{display:grid;gap:3px;padding:6px 9px;border:1px solid var(--nga-line);border-radius:var(--nga-radius);background:var(--nga-surface)}
.mdv-suggested--folded .mdv-diff{display:-webkit-box;-webkit-box-orient:vertical;-webkit-line-clamp:4;overflow:hidden}
.mdv-source{font-family:var(--nga-mono);font-size:12px;max-height:40vh}
.mdv-composing .mdv-diff{padding:0 2px;max-height:30vh;overflow:auto}
.mdv-card .mdv-quiet .nga-btn[aria-pressed=true]{margin-inline-start:0}
.mdv-selected--docked .nga-btn{padding:0 4px}
.mdv-fix-head{display:flex;align-items:baseline;gap:6px}
.mdv-fix-problem{color:var(--nga-lost-text)}
`;
