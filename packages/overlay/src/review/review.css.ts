export const reviewCss = `
.nga-annotated{position:fixed;border-radius:3px;outline:1.5px dashed var(--nga-accent);outline-offset:2px;pointer-events:none}
${['acknowledged', 'resolved', 'dismissed'].map((sign) => `.nga-annotated--${sign}{outline-color:var(--nga-${sign})}`).join('')}
.nga-annotated--changed{outline-color:var(--nga-lost)}
.nga-annotated--draft{outline-color:var(--nga-line-strong)}
.nga-tip-card{position:fixed;display:grid;gap:10px;justify-items:start;width:min(290px,calc(100vw - 32px));padding:12px 14px}
.nga-tip-card[data-corner^=bottom]{bottom:calc(64px + env(safe-area-inset-bottom))}
.nga-tip-card[data-corner^=top]{top:64px}
.nga-tip-card[data-corner$=right]{right:16px}
.nga-tip-card[data-corner$=left]{left:16px}
.nga-tip-card ul{display:grid;gap:6px}
:is(.nga-tip-card,.nga-first) b{font-weight:600}
.nga-tip-card .nga-kbd{padding:1px 5px;border:1px solid var(--nga-line);border-radius:4px;background:var(--nga-raised)}
.nga-about{display:-webkit-box;-webkit-box-orient:vertical;-webkit-line-clamp:2;overflow:hidden;font-size:12px;line-height:1.4;color:var(--nga-muted);overflow-wrap:anywhere}
q.nga-about{padding-inline-start:8px;border-inline-start:2px solid var(--nga-acknowledged);quotes:none;color:var(--nga-text)}
.nga-about b{font-weight:500;color:var(--nga-text)}
.nga-about code{font-size:11px}
.nga-list--review .nga-item{padding-bottom:4px}
.nga-list--review .nga-item>*{grid-column:2}
.nga-list--review .nga-item>.nga-glyph{grid-area:1/1}
.nga-list--review .nga-item p{-webkit-line-clamp:6}
.nga-list--review li+li>.nga-item{border-top:1px solid var(--nga-line)}
.nga-details{display:grid;grid-template-columns:minmax(0,1fr);gap:6px;justify-items:start;padding:0 14px 9px;padding-inline-start:42px}
.nga-details .nga-replies{gap:5px;width:100%}
.nga-details .nga-reply{display:block;padding:4px 9px 5px;border:0;border-inline-start:3px solid var(--nga-resolved);border-radius:4px;background:color-mix(in srgb,var(--nga-resolved) 9%,var(--nga-surface));overflow-wrap:anywhere}
.nga-details .nga-reply--user{margin:0;border-color:var(--nga-accent);background:color-mix(in srgb,var(--nga-accent) 9%,var(--nga-surface))}
.nga-details .nga-who b{color:var(--nga-resolved-text)}
.nga-details .nga-who b::after{content:":"}
.nga-details .nga-reply--user b{color:var(--nga-pending-text)}
.nga-details .nga-btn{min-height:24px;padding:0 8px;font-size:12px}
.nga-details .nga-btn-quiet{padding:0 6px;color:var(--nga-muted)}
.nga-details .nga-btn-quiet:first-child{margin-inline-start:-6px}
.nga-details .nga-btn-danger{color:var(--nga-lost-text)}
.nga-details .nga-actions{gap:6px 4px;width:100%}
.nga-details .nga-actions:empty{display:none}
@media (pointer:coarse){.nga-with-keys{display:none}.nga-details .nga-btn{min-height:36px}}
@media (forced-colors:active){.nga-annotated{outline-color:Highlight}.nga-details .nga-reply{border:1px solid CanvasText}}
@media (max-width:860px){[data-panel] .nga-dock:has(.nga-bar){visibility:visible;z-index:1}}
@media (prefers-reduced-motion:no-preference){.nga-tip-card{animation:nga-in .14s ease-out}}
`;
