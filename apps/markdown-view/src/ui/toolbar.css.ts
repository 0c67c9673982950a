export const toolbarCss = `
.mdv-top{grid-row:1;position:relative;z-index:4}
.mdv-toolbar{display:flex;align-items:center;gap:8px;min-height:48px;padding:0 10px;padding-inline-start:14px;border-bottom:1px solid var(--nga-line);background:var(--nga-surface);position:relative;z-index:4}
.mdv-title{display:flex;align-items:center;gap:8px;min-width:0;flex:0 1 auto;margin-inline-end:6px}
.mdv-title>.nga-icon{color:var(--nga-accent)}
.mdv-title h1{display:flex;min-width:0;font-size:13px;white-space:nowrap;direction:ltr}
.mdv-title h1 span{overflow:hidden;text-overflow:ellipsis}
.mdv-title h1 b{font-weight:600;overflow:hidden;text-overflow:ellipsis;flex:0 0 auto;max-width:100%}
.mdv-modes{display:inline-flex;flex:none;padding:2px;border-radius:8px;background:var(--nga-hover)}
.mdv-mode{appearance:none;min-height:24px;padding:0 10px;border:0;border-radius:6px;background:none;color:var(--nga-muted);font-weight:500;cursor:pointer}
.mdv-mode:hover{color:var(--nga-text)}
.mdv-mode[aria-checked=true]{background:var(--nga-surface);color:var(--nga-text);box-shadow:0 0 0 1px var(--nga-line),0 1px 2px rgb(0 0 0/.08)}
.mdv-count{min-width:18px;padding:0 5px;border-radius:9px;background:color-mix(in srgb,currentColor 22%,transparent);font-size:11.5px;line-height:18px;text-align:center;font-variant-numeric:tabular-nums}
.mdv-menu-place{position:relative}
.mdv-menu{position:absolute;z-index:5;inset:calc(100% + 6px) 0 auto auto;inset-inline:auto 0;min-width:220px;padding:5px;display:grid}
.mdv-menu hr{width:100%;height:1px;margin:5px 0;border:0;background:var(--nga-line)}
.mdv-menu-item{appearance:none;display:flex;align-items:center;gap:10px;min-height:30px;padding:0 10px;border:0;border-radius:var(--nga-radius);background:none;text-align:start;white-space:nowrap;cursor:pointer}
.mdv-menu-item:is(:hover,:focus-visible):not(:disabled){background:var(--nga-hover)}
.mdv-menu-item:disabled{opacity:.5;cursor:default}
.mdv-menu-icon{width:14px;display:grid;place-items:center;color:var(--nga-muted)}
@media (pointer:coarse){.mdv-menu-item{min-height:40px}.mdv-mode{min-height:32px}}
@media (max-width:1099px){.mdv-store-select{display:none}}
@media (max-width:719px){
.mdv-toolbar{flex-wrap:wrap;gap:6px 8px;padding:6px 8px;padding-inline-start:12px}
.mdv-title{flex:1 1 100%;padding-inline-end:44px;min-height:32px;margin:0}
.mdv-title h1 span{display:none}
.mdv-toolbar>:is(.mdv-menu-place){position:absolute;inset-block-start:6px;inset-inline-end:8px}
}
@media (forced-colors:active){
.mdv-mode[aria-checked=true]{outline:2px solid Highlight;outline-offset:-2px}
.mdv-count{border:1px solid currentColor}
}
`;
