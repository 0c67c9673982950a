export const proofCss = `
.nga-proof-place:empty{display:none}
.nga-proof{display:grid;gap:8px;grid-template-columns:minmax(0,1fr);padding:10px 12px;border:1px solid var(--nga-line);border-radius:8px;font-size:12px}
.nga-proof-verdict{display:flex;align-items:center;gap:6px;font-size:13px}
.nga-proof-verdict b{flex:1;font-weight:600}
.nga-proof-verdict .nga-icon{flex:none}
.nga-proof-verdict--changed .nga-icon{color:var(--nga-resolved-text)}
.nga-proof-verdict--unchanged :is(.nga-icon,b){color:var(--nga-acknowledged-text)}
.nga-proof-verdict--gone :is(.nga-icon,b){color:var(--nga-lost-text)}
.nga-proof-figure{margin:0;display:grid;gap:2px;grid-template-columns:minmax(0,1fr)}
.nga-proof-figure figcaption{display:flex;align-items:center;justify-content:space-between;color:var(--nga-muted)}
.nga-proof-figure .nga-btn{min-height:24px;padding:0 7px;font-size:12px}
.nga-proof-scroller{overflow-x:auto;direction:ltr;pointer-events:auto;scrollbar-width:thin}
.nga-proof-pictures{position:relative;width:100%;box-sizing:border-box;margin-inline:auto;overflow:hidden;border:1px solid var(--nga-line);border-radius:var(--nga-radius);background:repeating-conic-gradient(var(--nga-hover) 0 25%,var(--nga-raised) 0 50%) 0 0/16px 16px;direction:ltr}
.nga-proof-picture{position:absolute;inset:0;width:100%;height:100%;pointer-events:none}
.nga-proof-picture--before{clip-path:inset(0 calc(100% - var(--nga-at)) 0 0)}
.nga-proof-picture--after{clip-path:inset(0 0 0 var(--nga-at))}
.nga-proof-pictures:not([data-marks=true])::after{content:"";position:absolute;inset:0 auto 0 var(--nga-at);width:2px;margin-left:-1px;background:var(--nga-accent-strong);pointer-events:none}
.nga-proof-slider{position:absolute;inset:0;width:100%;height:100%;margin:0;opacity:0;cursor:ew-resize;pointer-events:auto;touch-action:pan-y}
.nga-proof-pictures:has(.nga-proof-slider:focus-visible){outline:2px solid var(--nga-accent);outline-offset:2px}
.nga-proof-mark{position:absolute;outline:2px solid var(--nga-lost);outline-offset:-2px;background:color-mix(in srgb,var(--nga-lost) 8%,transparent);border-radius:2px;pointer-events:none}
.nga-proof-list{display:grid;gap:3px;grid-template-columns:minmax(0,1fr);padding-inline-start:14px;list-style:disc;overflow-wrap:anywhere}
.nga-proof-more{appearance:none;padding:0;border:0;background:none;font:inherit;color:var(--nga-link);text-align:start;text-decoration:underline;text-underline-offset:2px;cursor:pointer;pointer-events:auto;overflow-wrap:anywhere}
.nga-proof-more:focus-visible{outline:2px solid var(--nga-accent);outline-offset:2px;border-radius:3px}
.nga-proof-outside{display:grid;gap:3px;color:var(--nga-acknowledged-text)}
.nga-proof-outside li{color:var(--nga-text)}
@media (pointer:coarse){.nga-proof-more{min-height:32px}}
`;
