export const tryCss = `
.nga-wishes{display:grid;gap:2px;grid-template-columns:minmax(0,1fr)}
.nga-wishes li{display:flex;align-items:center;gap:4px;min-height:24px;padding-inline-start:8px;border-inline-start:2px solid var(--nga-accent)}
.nga-wishes li>span{flex:1;min-width:0;overflow-wrap:anywhere}
.nga-wishes .nga-btn{min-height:24px;width:24px;flex:none}
.nga-try{display:grid;gap:6px;grid-template-columns:minmax(0,1fr);min-width:0;margin:0;padding:10px;border:1px solid var(--nga-line);border-radius:8px;background:var(--nga-raised)}
.nga-try-row{display:grid;grid-template-columns:72px minmax(0,1fr) minmax(0,1fr);align-items:center;gap:6px;font-size:12px}
.nga-try-wide{grid-column:2/-1}
.nga-try-value{display:flex;gap:4px;min-width:0}
.nga-try-value .nga-btn{min-height:26px;width:26px;flex:none}
.nga-try-field,.nga-try-tokens{width:100%;min-width:0;min-height:26px;padding:0 6px;border:1px solid var(--nga-line-strong);border-radius:var(--nga-radius);background:var(--nga-surface);color:var(--nga-text);font:400 12px/1.4 var(--nga-mono);pointer-events:auto}
.nga-try-field.nga-try-wide{font-family:var(--nga-font)}
.nga-try-field::placeholder{color:var(--nga-muted);opacity:1}
.nga-try-field[aria-invalid=true]{border-color:var(--nga-lost-text);outline-color:var(--nga-lost-text)}
.nga-try-colour{flex:none;width:26px;height:26px;padding:1px;border:1px solid var(--nga-line-strong);border-radius:var(--nga-radius);background:var(--nga-surface);cursor:pointer;pointer-events:auto}
.nga-try-sides{display:grid;grid-template-columns:repeat(4,minmax(0,1fr));gap:6px;padding-inline-start:78px}
.nga-try-sides label{display:grid;gap:1px;font-size:11px;color:var(--nga-muted)}
@media (max-width:480px){.nga-root .nga-panel:has(.nga-try){max-height:56vh;max-height:56dvh}.nga-try-sides{padding-inline-start:0}.nga-try-field,.nga-try-tokens,.nga-try-colour{min-height:36px}}
`;
