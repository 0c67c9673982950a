export const cardCss = `
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
