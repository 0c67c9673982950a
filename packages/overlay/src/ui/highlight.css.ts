export const highlightCss = `
.nga-highlight{position:fixed;border-radius:3px;outline:1.5px solid var(--nga-accent);background:color-mix(in srgb,var(--nga-accent) 6%,transparent);pointer-events:none}
.nga-highlight--moving,.nga-edge{position:fixed;inset:0 auto auto 0;width:100px;height:100px;border-radius:0;outline:0;transform-origin:0 0;will-change:transform;pointer-events:none}
.nga-edge{background:var(--nga-accent)}
.nga-highlight--area{outline-style:dashed}
.nga-highlight--component{position:fixed;inset:0 auto auto 0;border:1px dashed var(--nga-accent);border-radius:3px;will-change:transform;pointer-events:none}
.nga-label{position:fixed;display:flex;align-items:center;gap:7px;height:22px;max-width:calc(100vw - 8px);padding:0 8px;border-radius:5px;background:var(--nga-accent-strong);color:var(--nga-on-accent);font-size:12px;line-height:22px;white-space:nowrap;direction:ltr;pointer-events:none;box-shadow:0 1px 3px rgb(0 0 0/.2)}
.nga-component-label{font-weight:600;overflow:hidden;text-overflow:ellipsis}
.nga-component-label small{font:400 11px/22px var(--nga-font);color:#e3ecfe;margin-inline-start:4px}
.nga-component-label:has(small)+.nga-path-label::before{content:"· "}
.nga-path-label{font:400 11px/22px var(--nga-mono);color:#e3ecfe;flex-shrink:1;overflow:hidden;text-overflow:ellipsis}
.nga-foot-stack--top{bottom:auto;top:16px}
.nga-root:is([data-mode=inspect],[data-mode=relink]) .nga-notice{pointer-events:none}
.nga-hint{display:flex;flex-wrap:wrap;justify-content:center;align-items:center;gap:3px 14px;padding:8px 14px;font-size:12px;line-height:18px;pointer-events:none}
.nga-hint b{font-weight:500;color:var(--nga-text)}
.nga-hint span{color:var(--nga-muted);white-space:nowrap}
.nga-hint .nga-kbd{padding:1px 5px;border:1px solid var(--nga-line);border-radius:4px;background:var(--nga-raised)}
.nga-crumbs{display:flex;align-items:center;max-width:100%;padding:0 4px;font-size:12px;line-height:26px;white-space:nowrap;overflow:hidden;border-radius:7px;direction:ltr;pointer-events:none}
.nga-crumbs li{display:flex;align-items:center;min-width:0;color:var(--nga-muted);flex-shrink:1}
.nga-crumbs li+li::before{content:"›";padding:0 2px;color:var(--nga-muted)}
.nga-crumbs [aria-current]{color:var(--nga-text);font-weight:600;flex-shrink:0}
.nga-crumb{appearance:none;min-width:0;padding:0 6px;border:0;border-radius:5px;background:none;color:inherit;font:inherit;line-height:22px;overflow:hidden;text-overflow:ellipsis;cursor:pointer;pointer-events:auto}
.nga-crumb:is(:hover,:focus-visible){background:var(--nga-hover);color:var(--nga-text)}
.nga-hint .nga-btn{min-height:24px;padding:0 8px;font-size:12px;pointer-events:auto}
.nga-pulse{position:fixed;border-radius:4px;outline:2.5px solid var(--nga-accent);outline-offset:3px;pointer-events:none}
@media (prefers-reduced-motion:no-preference){
.nga-pulse{animation:nga-pulse .9s ease-in-out 2}
@keyframes nga-pulse{0%,100%{opacity:0}35%{opacity:1}}
}
@media (forced-colors:active){.nga-pulse{outline-color:Highlight}}
@media (pointer:coarse){.nga-hint span{display:none}}
`;
