/** Above the composer, over the whole page. On a small screen the panel fills it. */
export const drawingCss = `
.nga-draw{position:fixed;inset:0;display:grid;place-items:center;padding:16px;background:rgb(0 0 0/.5);pointer-events:auto}
.nga-draw-panel{display:flex;flex-direction:column;min-width:min(480px,100%);max-width:min(1200px,100%);max-height:100%;overflow:hidden}
.nga-draw-tools{display:flex;flex-wrap:wrap;gap:6px;padding:0 14px 10px}
.nga-draw-tools>:last-child{margin-inline-start:auto}
.nga-draw-area{flex:1;min-height:0;overflow:auto;display:grid;grid-template-columns:minmax(0,1fr);place-items:center;padding:14px;border-top:1px solid var(--nga-line);background:repeating-conic-gradient(var(--nga-hover) 0 25%,var(--nga-raised) 0 50%) 0 0/16px 16px}
.nga-draw-surface{position:relative;max-width:min(100%,calc((100vh - 230px)*var(--nga-ratio)));direction:ltr;cursor:crosshair;touch-action:none;user-select:none;-webkit-user-select:none}
.nga-draw-surface:focus-visible{outline-offset:3px}
.nga-draw-surface canvas{display:block;width:100%;height:100%;background:var(--nga-surface)}
.nga-draw-draft{position:absolute;outline:1px dashed var(--nga-accent);outline-offset:4px;pointer-events:none}
.nga-draw-draft[data-tool=blur]{backdrop-filter:blur(10px)}
.nga-draw .nga-foot{justify-content:flex-end}
@media (max-width:480px){
.nga-draw{padding:0}
.nga-draw-panel{width:100%;height:100%;border:0;border-radius:0;padding-bottom:env(safe-area-inset-bottom)}
.nga-draw .nga-foot{flex-wrap:wrap}
.nga-draw .nga-foot p{flex-basis:100%}
}
@media (pointer:coarse){.nga-draw .nga-foot p{display:none}}
`;
