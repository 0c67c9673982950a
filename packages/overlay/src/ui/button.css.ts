export const buttonCss = `
.nga-btn{appearance:none;display:inline-flex;align-items:center;justify-content:center;gap:6px;min-height:28px;padding:0 10px;border:1px solid var(--nga-line);border-radius:var(--nga-radius);background:var(--nga-surface);font-weight:500;line-height:1;white-space:nowrap;cursor:pointer;pointer-events:auto;user-select:none;-webkit-user-select:none}
.nga-btn:hover{background:var(--nga-hover)}
.nga-btn:is(:disabled,[aria-disabled=true]){opacity:.5;cursor:default}
.nga-btn-quiet{border-color:transparent;background:none}
.nga-btn-icon{width:28px;padding:0;color:var(--nga-muted)}
.nga-btn-icon:hover{color:var(--nga-text)}
.nga-btn.nga-btn[aria-pressed=true]{background:color-mix(in srgb,var(--nga-accent) 12%,var(--nga-surface));border-color:color-mix(in srgb,var(--nga-accent) 40%,var(--nga-line));color:var(--nga-link)}
@media (pointer:coarse){.nga-btn{min-height:36px}.nga-btn-icon{width:36px}}
`;
