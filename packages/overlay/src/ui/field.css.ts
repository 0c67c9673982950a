export const fieldCss = `
.nga-textarea,.nga-select{width:100%;padding:7px 10px;border:1px solid var(--nga-line-strong);border-radius:var(--nga-radius);background:var(--nga-surface);color:var(--nga-text);line-height:1.45;outline:none;pointer-events:auto}
.nga-textarea{display:block;resize:none;overflow:auto;max-height:220px;scrollbar-width:thin}
.nga-textarea::placeholder{color:var(--nga-muted);opacity:1}
:is(.nga-textarea,.nga-select):focus{border-color:var(--nga-accent);outline:2px solid color-mix(in srgb,var(--nga-accent) 30%,transparent);outline-offset:0}
.nga-select{width:auto;min-height:28px;padding:0 6px;border-color:var(--nga-line)}
@media (forced-colors:active){:is(.nga-textarea,.nga-select):focus{outline:2px solid Highlight}}
`;
