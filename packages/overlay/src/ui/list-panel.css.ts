export const listPanelCss = `
.nga-list{position:fixed;inset:0 0 0 auto;inset-inline:auto 0;width:min(380px,100vw);display:flex;flex-direction:column;border-radius:0;border-width:0;border-inline-start-width:1px;outline:none}
.nga-list .nga-head{gap:10px;padding-block:10px 6px}
.nga-list h2{flex:none}
.nga-tabs{display:flex;align-items:center;padding:0 14px;border-bottom:1px solid var(--nga-line)}
.nga-tabs [role=tablist]{gap:16px;align-self:end}
.nga-tabs .nga-btn{margin-inline-end:-8px;padding:0 8px;font-size:12px}
.nga-tab{appearance:none;padding:6px 0 8px;border:0;border-bottom:2px solid transparent;margin-bottom:-1px;background:none;color:var(--nga-muted);font-weight:500;cursor:pointer}
.nga-tab[aria-selected=true]{color:var(--nga-text);border-color:var(--nga-accent)}
.nga-tools{display:flex;flex-wrap:wrap;align-items:center;gap:6px;padding:8px 14px}
.nga-search{flex:1 1 55%;min-width:0;min-height:30px;padding:0 9px;border:1px solid var(--nga-line-strong);border-radius:var(--nga-radius);background:var(--nga-surface);color:var(--nga-text);font:inherit}
.nga-tools i{flex:1}
.nga-list .nga-body{flex:1;padding-bottom:16px}
.nga-group{display:flex;align-items:center;justify-content:space-between;gap:8px;min-height:28px;padding:8px 14px 4px;font-size:12px;color:var(--nga-muted)}
.nga-group h3{font-weight:600;overflow:hidden;text-overflow:ellipsis;white-space:nowrap}
.nga-item{appearance:none;display:grid;grid-template-columns:18px minmax(0,1fr);gap:2px 10px;width:100%;padding-block:9px;padding-inline:14px 40px;border:0;background:none;text-align:start;cursor:pointer}
[data-nga=item]{position:relative}
[data-nga=item]>.nga-open-path{position:absolute;top:7px;inset-inline-end:10px;background:var(--nga-surface);opacity:0}
[data-nga=item]:is(:hover,:focus-within)>.nga-open-path{opacity:1}
@media (hover:none){[data-nga=item]>.nga-open-path{opacity:1}}
.nga-item:hover{background:var(--nga-hover)}
.nga-root .nga-item:focus-visible{outline-offset:-2px}
.nga-item[aria-current]{background:color-mix(in srgb,var(--nga-accent) 9%,var(--nga-surface))}
.nga-item p{display:-webkit-box;-webkit-box-orient:vertical;-webkit-line-clamp:2;overflow:hidden;overflow-wrap:anywhere}
.nga-meta{grid-column:2;display:flex;gap:6px;font-size:12px;color:var(--nga-muted);white-space:nowrap;min-width:0}
.nga-meta>*{flex:none}
.nga-meta .nga-what{flex:0 1 auto;overflow:hidden;text-overflow:ellipsis}
.nga-meta>*+*::before{content:"·";margin-inline-end:6px}
.nga-origin{font-weight:600;color:var(--nga-text)}
.nga-unsent{color:var(--nga-lost-text)}
.nga-list .nga-box{margin:6px 14px}
.nga-first{display:grid;justify-items:center;gap:12px;padding:40px 24px;text-align:center}
.nga-first ol{display:grid;gap:4px;color:var(--nga-muted)}
.nga-first li:first-child{color:var(--nga-text);font-weight:600}
.nga-first .nga-kbd{padding:2px 6px;border:1px solid var(--nga-line);border-radius:4px}
.nga-none{padding:32px 24px;text-align:center;color:var(--nga-muted)}
.nga-command{display:flex;align-items:center;justify-content:space-between;gap:8px;width:100%;padding:3px 3px 3px 10px;padding-inline:10px 3px;border:1px solid var(--nga-line);border-radius:var(--nga-radius);background:var(--nga-surface)}
.nga-command code{overflow:auto;white-space:nowrap}
@media (min-width:861px){
[data-panel]:dir(ltr) .nga-dock[data-corner$=right]{right:396px}
[data-panel]:dir(rtl) .nga-dock[data-corner$=left]{left:396px}
}
@media (max-width:860px){[data-panel] .nga-dock{visibility:hidden}}
@media (min-width:481px){
[data-panel]:dir(ltr) .nga-panel[data-docked]{right:396px}
[data-panel] .nga-foot-stack{left:calc(50% - 190px);max-width:min(720px,calc(100vw - 420px))}
[data-panel]:dir(rtl) .nga-foot-stack{left:calc(50% + 190px)}
}
@media (max-width:480px){
[data-panel] .nga-foot-stack{bottom:auto;top:12px}
.nga-list{inset:auto 0 0!important;width:100%;max-height:85vh;max-height:85dvh;min-height:50vh;border-radius:14px 14px 0 0;border-width:1px 0 0}
}
`;
