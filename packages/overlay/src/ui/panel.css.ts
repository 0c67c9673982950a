/** The frame of composer, thread and list. On a small screen it is a sheet at the edge that is farther from the element. */
export const panelCss = `
.nga-panel{position:fixed;inset-block-start:0;left:0;width:min(360px,calc(100vw - 16px));max-height:calc(100vh - 16px);display:flex;flex-direction:column;overflow:hidden;outline:none}
.nga-panel[data-docked]{inset:auto 16px 64px auto;max-height:calc(100vh - 72px)}
.nga-head{display:flex;align-items:center;gap:4px;padding:8px;padding-inline:14px 8px}
.nga-head h2{flex:1;font-weight:600;overflow:hidden;text-overflow:ellipsis;white-space:nowrap}
.nga-head h2::first-letter{text-transform:uppercase}
.nga-body{overflow:auto;overscroll-behavior:contain;min-height:0;scrollbar-width:thin}
.nga-foot{display:flex;align-items:center;gap:8px;padding:10px 14px;border-top:1px solid var(--nga-line)}
.nga-btn.nga-btn-primary{border-color:transparent;background:var(--nga-accent-strong);color:var(--nga-on-accent)}
.nga-btn-primary:hover:not(:disabled){background:var(--nga-accent-press)}
.nga-btn.nga-btn-danger{color:var(--nga-lost-text)}
.nga-kbd{font:500 11px/1 var(--nga-font);color:var(--nga-muted);white-space:nowrap}
.nga-problem{color:var(--nga-lost-text);overflow-wrap:anywhere}
@media (pointer:coarse){.nga-foot .nga-kbd{visibility:hidden}}
@media (max-width:480px){
.nga-root .nga-panel{inset:auto 0 0!important;width:100%;max-height:80vh;max-height:80dvh;border-radius:14px 14px 0 0;border-width:1px 0 0;padding-bottom:env(safe-area-inset-bottom)}
.nga-root .nga-panel[data-sheet=top]{inset:0 0 auto!important;border-radius:0 0 14px 14px;border-width:0 0 1px;padding-bottom:0}
.nga-root:has(.nga-panel:not([data-sheet=top])) .nga-foot-stack{bottom:auto;top:12px}
.nga-root :is(textarea,select,input){font-size:16px}
}
`;

/** Comes after the rules of the components, because it overrides them. */
export const forcedColoursCss = `
@media (forced-colors:active){
.nga-badge,.nga-glyph,.nga-chip{border:1px solid ButtonText}
.nga-highlight{outline-color:Highlight}
.nga-highlight--component{border-color:Highlight}
}
`;
