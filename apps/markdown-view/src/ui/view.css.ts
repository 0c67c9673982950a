/** The look of the view around the document. The parts that it shares with the overlay have their styles from there. */
import { createPanelStyleSheet, createStyleSheet } from '@annotate-mcp/overlay/ui';

/** Adopted style sheets work under every content security policy. */
export function adoptViewStyles(): void {
  const sheet = new CSSStyleSheet();
  sheet.replaceSync(viewStyles);
  document.adoptedStyleSheets.push(createStyleSheet(), createPanelStyleSheet(), sheet);
}

/** The frame: toolbar, one scroller for text and margin, status line. */
const shell = `
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

const toolbar = `
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

const card = `
.mdv-card{display:grid;gap:6px;grid-template-columns:minmax(0,1fr);padding:9px 12px 10px;border:1px solid var(--nga-line);border-radius:var(--nga-radius-panel);background:var(--nga-surface);cursor:pointer;outline-offset:2px}
.mdv-card:hover{border-color:var(--nga-line-strong)}
.mdv-card--active{cursor:auto;gap:8px;padding:11px 12px 12px;border-color:var(--nga-accent);box-shadow:var(--nga-shadow)}
.mdv-card--active:hover{border-color:var(--nga-accent)}
.mdv-card[data-status=draft]:not(.mdv-card--active){border-style:dashed;border-color:var(--nga-line-strong)}
.mdv-card:is([data-status=resolved],[data-status=dismissed]):not(.mdv-card--active){background:var(--nga-raised)}
.mdv-card--lost{border-color:color-mix(in srgb,var(--nga-lost) 50%,var(--nga-line))}
.mdv-card[aria-busy=true]{opacity:.75}
.mdv-card-head{display:flex;align-items:center;gap:6px;flex-wrap:wrap}
.mdv-card-head i{flex:1}
.mdv-origin{flex-basis:100%;font-weight:600}
.mdv-said{overflow-wrap:anywhere}
.mdv-said:empty{display:none}
.mdv-said--folded,.mdv-last{display:-webkit-box;-webkit-box-orient:vertical;-webkit-line-clamp:3;overflow:hidden}
.mdv-last{-webkit-line-clamp:2}
.mdv-last b{font-weight:600}
.mdv-card[data-status=resolved]:not(.mdv-card--active) .mdv-said{color:var(--nga-muted)}
.mdv-composing,.mdv-foot{display:grid;gap:8px;grid-template-columns:minmax(0,1fr)}
.mdv-card .nga-actions .nga-btn{padding:0 9px}
.mdv-card .nga-actions .nga-btn-quiet{padding:0 6px;color:var(--nga-muted)}
.mdv-card .nga-actions .nga-btn-quiet:hover{color:var(--nga-text)}
.mdv-card .nga-actions .nga-btn-danger{color:var(--nga-lost-text)}
.mdv-quiet{gap:2px 4px;font-size:12px}
.mdv-card .mdv-quiet .nga-btn-quiet:first-child{margin-inline-start:-6px}
.mdv-quiet .nga-select{min-height:24px;border-color:transparent;background:none;color:var(--nga-muted);padding:0;margin-inline-start:-3px}
.mdv-quiet .nga-select:hover{color:var(--nga-text)}
.mdv-quiet .nga-btn{min-height:24px;padding:0 7px;font-size:12px}
@media (min-width:720px) and (max-width:1011px){.mdv-composing .nga-kbd{display:none}}
.mdv-lost-words{display:grid;gap:6px;justify-items:start}
.mdv-lost{border:1px solid color-mix(in srgb,var(--nga-lost) 40%,var(--nga-line));border-radius:var(--nga-radius-panel);background:var(--nga-raised);padding:8px 10px;margin-top:12px}
.mdv-lost summary{display:flex;align-items:center;gap:6px;cursor:pointer;color:var(--nga-lost-text);font-size:12px;border-radius:4px}
.mdv-lost summary b{font-weight:600}
.mdv-lost summary .nga-muted{margin-inline-start:auto}
.mdv-lost-items{display:grid;gap:8px;margin-top:8px}
@media (forced-colors:active){.mdv-card--active{outline:2px solid Highlight}}
`;

const sheet = `
.mdv-sheet{position:absolute;z-index:3;inset:auto 0 0;max-height:min(80%,640px);display:flex;flex-direction:column;border-radius:14px 14px 0 0;border-width:1px 0 0;padding-bottom:env(safe-area-inset-bottom)}
.mdv-sheet-head{display:flex;align-items:center;gap:8px;padding:8px 8px 6px;padding-inline-start:16px}
.mdv-sheet-head h2{flex:1;font-weight:600;font-size:15px}
.mdv-sheet-body{overflow:auto;overscroll-behavior:contain;padding:2px 12px 16px;display:grid;gap:8px}
.mdv-sheet--one{padding:0;overflow:auto}
.mdv-sheet--one .mdv-card{border:0;border-radius:0;box-shadow:none;padding:14px 16px calc(14px + env(safe-area-inset-bottom))}
.mdv-sheet--one .mdv-card-head,.mdv-sheet--one .nga-quote{margin-inline-end:36px}
.mdv-sheet-close{position:absolute;inset-block-start:6px;inset-inline-end:8px;z-index:1}
.mdv-opener{position:absolute;z-index:2;inset:auto auto 12px 50%;translate:-50%;min-height:40px;padding:0 16px;border-radius:20px;background:var(--nga-surface);color:var(--nga-text);font:500 13px/1 var(--nga-font)}
@media (max-width:719px) and (pointer:coarse){.mdv :is(textarea,select){font-size:16px}}
`;

/** The outline, the search, and the printed page. */
const reading = `
.mdv-middle[data-outline]{grid-template-columns:minmax(180px,260px) minmax(0,1fr)}
.mdv-outline{min-height:0;overflow:auto;overscroll-behavior:contain;padding:8px 8px 24px;border-inline-end:1px solid var(--nga-line);background:var(--nga-surface)}
.mdv-outline-head{display:flex;align-items:center;padding:2px 0 4px 8px}
.mdv-outline-head h2{flex:1;font-size:13px;font-weight:600}
.mdv-outline p{padding:4px 8px}
.mdv-outline ul{margin:0;padding:0;list-style:none}
.mdv-outline-item{appearance:none;display:block;width:100%;padding:4px 8px;border:0;border-radius:var(--nga-radius);background:none;color:var(--nga-muted);text-align:start;overflow:hidden;text-overflow:ellipsis;white-space:nowrap;cursor:pointer}
.mdv-outline-item:hover{background:var(--nga-hover);color:var(--nga-text)}
.mdv-outline-item[aria-current]{color:var(--nga-text);font-weight:600;box-shadow:inset 2px 0 var(--nga-accent);background:var(--nga-hover)}
.mdv-find{position:absolute;z-index:4;inset:10px 18px auto auto;display:flex;align-items:center;gap:6px;padding:5px 6px;padding-inline-start:10px;max-width:calc(100% - 36px);box-sizing:border-box}
.mdv-find>svg{flex:none;color:var(--nga-muted)}
.mdv-find input{appearance:none;box-sizing:border-box;width:220px;min-width:0;flex:1;min-height:28px;padding:0 4px;border:0;background:none;color:var(--nga-text);font:inherit;outline:none}
.mdv-find input:focus-visible{outline:none;box-shadow:none}
.mdv-find input::-webkit-search-cancel-button{display:none}
.mdv-find:focus-within{border-color:var(--nga-accent)}
.mdv-find-count{flex:none;font-size:12px;font-variant-numeric:tabular-nums;white-space:nowrap}
.mdv-back{flex:none;max-width:200px}
.mdv-back span{overflow:hidden;text-overflow:ellipsis;white-space:nowrap}
.mdv-printed{display:none}
@media (max-width:719px){
.mdv-middle[data-outline]{grid-template-columns:minmax(0,1fr)}
.mdv-outline{position:absolute;z-index:3;inset:0 auto 0 0;width:min(300px,86%);box-shadow:var(--nga-shadow)}
.mdv-outline-item{padding-block:9px}
.mdv-find{inset:8px 8px auto;max-width:none}
.mdv-back{padding-inline:6px;order:-1}
.mdv-back+.mdv-title{flex:1 1 calc(100% - 60px)}
.mdv-back span{display:none}
}
@media (pointer:coarse){.mdv-find input{font-size:16px}}
@media print{
html,body,.mdv-root{height:auto!important;position:static!important}
.mdv,.mdv-middle,.mdv-scroll{display:block!important;height:auto!important;overflow:visible!important}
.mdv-top,.mdv-margin,.mdv-outline,.mdv-find,.mdv-status,.mdv-over,.mdv-sheet,.mdv-opener,.mdv-selected{display:none!important}
.mdv-printed{display:block;break-before:page;color:var(--nga-text);font:10.5pt/1.5 var(--nga-font)}
.mdv-printed h2{margin:0 0 12pt;font-size:15pt}
.mdv-printed ol{margin:0;padding:0;list-style:none}
.mdv-printed li{display:grid;grid-template-columns:22pt 1fr;margin:0 0 12pt;break-inside:avoid}
.mdv-printed-number{font-weight:600;font-variant-numeric:tabular-nums}
.mdv-printed blockquote{margin:0 0 4pt;padding-inline-start:8pt;border-inline-start:2pt solid var(--nga-line);color:var(--nga-muted);white-space:pre-wrap;overflow-wrap:anywhere}
.mdv-printed p{margin:0 0 3pt;white-space:pre-wrap;overflow-wrap:anywhere}
}
`;

const wordDiff = `
.mdv-diff{margin:0;white-space:pre-wrap;overflow-wrap:anywhere}
.mdv-diff :is(del,ins){border-radius:2px;padding:0 1px;-webkit-box-decoration-break:clone;box-decoration-break:clone}
.mdv-diff del{background:color-mix(in srgb,var(--nga-lost) 12%,var(--nga-surface));color:var(--nga-lost-text);text-decoration:line-through}
.mdv-diff ins{background:color-mix(in srgb,var(--nga-resolved) 14%,var(--nga-surface));color:var(--nga-resolved-text);text-decoration:underline;text-underline-offset:2px}
`;

const changes = `
.mdv-strip.mdv-changes{min-height:34px;padding-block:3px;box-sizing:border-box}
.mdv-steps{display:flex;align-items:center;gap:2px}
.mdv-steps p{margin-inline-start:6px;font-variant-numeric:tabular-nums}
.mdv-toolbar [data-nga=changes][aria-pressed=true]{background:var(--nga-hover);color:var(--nga-text)}
.mdv-was{display:grid;gap:4px;padding:8px 10px;border-radius:var(--nga-radius);background:var(--nga-raised);grid-template-columns:minmax(0,1fr)}
.mdv-was-text[data-long]{max-height:9.5em;overflow:hidden;-webkit-mask-image:linear-gradient(#000 75%,transparent);mask-image:linear-gradient(#000 75%,transparent)}
.mdv-card .mdv-was .nga-btn{justify-self:start;min-height:24px;margin-inline-start:-6px;padding:0 6px;font-size:12px;max-width:calc(100% + 6px);color:var(--nga-link)}
.mdv-was ul{margin:0;padding:0;list-style:none;display:grid;justify-items:start;min-width:0}
.mdv-was li{min-width:0;max-width:100%}
.mdv-was li .nga-btn span{line-height:1.5;overflow:hidden;text-overflow:ellipsis;white-space:nowrap}
@media (max-width:719px){.mdv-changes .mdv-step-kind,.mdv-changes:has(.mdv-steps)>.nga-icon{display:none}.mdv-steps p{white-space:nowrap}.mdv-strip.mdv-changes{padding-inline:12px 8px;gap:4px 8px}.mdv-strip.mdv-changes .mdv-steps{flex:1 1 0}}
@media print{.mdv-changes{display:none}}
`;

const suggestion = `
.mdv-suggested{display:grid;gap:3px;padding:6px 9px;border:1px solid var(--nga-line);border-radius:var(--nga-radius);background:var(--nga-surface)}
.mdv-suggested--folded .mdv-diff{display:-webkit-box;-webkit-box-orient:vertical;-webkit-line-clamp:4;overflow:hidden}
.mdv-source{font-family:var(--nga-mono);font-size:12px;max-height:40vh}
.mdv-composing .mdv-diff{padding:0 2px;max-height:30vh;overflow:auto}
.mdv-card .mdv-quiet .nga-btn[aria-pressed=true]{margin-inline-start:0}
.mdv-selected--docked .nga-btn{padding:0 4px}
.mdv-fix-head{display:flex;align-items:baseline;gap:6px}
.mdv-fix-problem{color:var(--nga-lost-text)}
`;

const viewStyles = shell + toolbar + card + sheet + reading + wordDiff + changes + suggestion;
