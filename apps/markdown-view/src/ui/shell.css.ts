/** The frame: toolbar, one scroller for text and margin, status line. */
export const shellCss = `
html,body{height:100%;margin:0;background:var(--nga-surface)}
.mdv-root{height:100%}
.mdv{box-sizing:border-box;height:100%;display:grid;grid-template-rows:auto minmax(0,1fr) auto;grid-template-columns:minmax(0,1fr);position:relative;overflow:hidden;background:var(--nga-surface);color:var(--nga-text)}
.mdv-middle{position:relative;min-height:0;display:grid;grid-template:minmax(0,1fr)/minmax(0,1fr)}
.mdv-scroll{position:relative;overflow:auto;overscroll-behavior:contain;scrollbar-gutter:stable;display:grid;grid-template-columns:minmax(0,calc(72ch + 48px)) clamp(272px,34vw,344px);justify-content:center;align-items:start;font:16px/1.65 var(--nga-font)}
.mdv-scroll[data-narrow]{grid-template-columns:minmax(0,1fr)}
.mdv-paper{min-width:0}
.mdv-margin{position:relative;min-height:100%;padding:0}
.mdv-place{position:absolute;inset:0 12px auto 4px;opacity:0}
.mdv-place[data-placed]{opacity:1}
.mdv-status{grid-row:3;display:flex;align-items:center;gap:4px 12px;min-height:30px;padding:2px 14px;border-top:1px solid var(--nga-line);background:var(--nga-raised);font-size:12px}
.mdv-status-part{display:inline-flex;align-items:center;gap:6px;min-width:0;flex:none}
.mdv-status-part>svg{flex:none}
.mdv-status .mdv-status--problem{flex:0 1 auto}
.mdv-status .nga-btn{min-height:22px;padding:0 6px;font-size:12px;margin-inline-start:-6px;color:var(--nga-link)}
.mdv-status--problem{color:var(--nga-lost-text)}
.mdv-mode-hint{overflow:hidden;text-overflow:ellipsis;white-space:nowrap}
.mdv-saved:empty{display:none}
.mdv-dot{flex:none;width:8px;height:8px;border-radius:50%;forced-color-adjust:none}
.mdv-dot--on{background:var(--nga-resolved)}
.mdv-dot--off{background:none;border:1.5px solid var(--nga-line-strong);box-sizing:border-box}
.mdv-over{position:absolute;z-index:3;inset:auto 0 12px;display:grid;justify-items:center;gap:8px;padding:0 16px;pointer-events:none}
.mdv-over>*{max-width:min(560px,100%)}
.mdv-hint{display:flex;align-items:center;gap:10px;padding:6px 8px;padding-inline-start:14px;border-color:var(--nga-accent)}
.mdv-hint q{font-weight:600;overflow-wrap:anywhere}
.mdv-selected{position:absolute;z-index:2;top:0;left:0;display:flex;gap:2px;padding:3px}
.mdv-selected .nga-kbd{padding:2px 5px;border:1px solid var(--nga-line);border-radius:4px}
.mdv-selected--docked{position:static;width:100%;pointer-events:auto}
.mdv-selected--docked .nga-btn{flex:1;min-height:40px}
.mdv-empty{margin:36px 20px 0 16px;padding:16px 18px;border:1px dashed var(--nga-line-strong);border-radius:var(--nga-radius-panel);display:grid;gap:10px;color:var(--nga-muted)}
.mdv-empty ol{display:grid;gap:4px;color:var(--nga-text);list-style:decimal;padding-inline-start:18px}
.mdv-empty .nga-kbd{padding:1px 5px;border:1px solid var(--nga-line);border-radius:4px}
.mdv-opening{height:100%;display:grid;place-items:center;padding:24px;box-sizing:border-box}
.mdv-opening .nga-box{max-width:520px}
.mdv-dialog{padding:0;margin:auto;width:min(460px,calc(100vw - 32px));max-height:calc(100vh - 48px);color:var(--nga-text)}
.mdv-dialog::backdrop{background:rgb(0 0 0/.35)}
.mdv-dialog-body{display:grid;gap:14px;padding:12px 16px 16px}
.mdv-dialog h2{font-size:15px;font-weight:600}
.mdv-dialog .nga-btn-danger{border-color:currentColor}
.mdv-verdicts{margin:0;padding:0;border:0;min-width:0;display:grid;gap:2px}
.mdv-verdict{display:flex;align-items:baseline;gap:10px;padding:6px 8px;margin:0 -8px;border-radius:var(--nga-radius);cursor:pointer}
.mdv-verdict:hover{background:var(--nga-hover)}
.mdv-verdict span{display:grid}
.mdv-verdict b{font-weight:600}
.mdv-verdict input{margin:0;transform:translateY(1px);accent-color:var(--nga-accent)}
.mdv-dialog textarea{min-height:64px}
.mdv-verdict-says:empty{display:none}
.mdv-keys{margin:0;display:grid;gap:6px}
.mdv-keys div{display:flex;justify-content:space-between;gap:16px}
.mdv-keys dd{margin:0;display:flex;gap:4px;align-items:center}
.mdv-keys .nga-kbd{padding:3px 6px;border:1px solid var(--nga-line);border-radius:4px;color:var(--nga-text)}
.mdv-ended,.mdv-strip{display:flex;align-items:center;gap:10px;padding:8px 14px;border-bottom:1px solid var(--nga-line);background:var(--nga-raised)}
:is(.mdv-ended,.mdv-strip)>.nga-icon{flex:none}
:is(.mdv-ended,.mdv-strip) .nga-btn{flex:none}
@media (prefers-reduced-motion:no-preference){
.mdv-selected,.mdv-hint,.mdv-menu,.mdv-sheet,.mdv-opener{animation:mdv-in .14s ease-out}
.mdv-place[data-moves]{transition:transform .16s ease-out}
@keyframes mdv-in{from{opacity:0}}
}
@media (max-width:719px){
.mdv-status{padding:2px 12px}
.mdv-status-part{flex:0 1 auto}
.mdv-ended,.mdv-strip{flex-wrap:wrap}
:is(.mdv-ended,.mdv-strip) p{flex:1 1 calc(100% - 40px)}
:is(.mdv-ended,.mdv-strip) p+.nga-btn{margin-inline-start:auto}
.mdv-saved[data-quiet]{display:none}
}
`;
