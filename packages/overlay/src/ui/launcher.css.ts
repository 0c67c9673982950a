export const launcherCss = `
.nga-dock{position:fixed;display:flex;align-items:center;gap:8px;direction:ltr;max-width:calc(100vw - 24px);touch-action:none}
.nga-dock[data-corner^=bottom]{bottom:calc(16px + env(safe-area-inset-bottom))}
.nga-dock[data-corner^=top]{top:16px}
.nga-dock[data-corner$=right]{right:16px;flex-direction:row-reverse}
.nga-dock[data-corner$=left]{left:16px}
.nga-launcher{appearance:none;position:relative;flex:none;display:grid;place-items:center;width:36px;height:36px;padding:0;border:1px solid var(--nga-line);border-radius:50%;background:var(--nga-surface);box-shadow:var(--nga-shadow);color:var(--nga-text);cursor:pointer;pointer-events:auto;touch-action:none}
.nga-launcher:hover,.nga-launcher[aria-expanded=true]{background:var(--nga-hover)}
.nga-launcher[data-on]{background:var(--nga-accent-strong);border-color:transparent;color:var(--nga-on-accent)}
.nga-count{position:absolute;top:-5px;right:-5px;min-width:17px;height:17px;padding:0 4px;border-radius:9px;background:var(--nga-text);color:var(--nga-surface);font:600 10.5px/17px var(--nga-font);text-align:center}
.nga-dot{flex:none;width:8px;height:8px;border-radius:50%;border:2px solid var(--nga-dismissed);background:transparent}
.nga-dot--listening{border-color:var(--nga-resolved);background:var(--nga-resolved)}
.nga-dot--working{border-color:var(--nga-acknowledged);background:var(--nga-acknowledged)}
:is(.nga-dot--offline,.nga-dot--refused){border-color:var(--nga-lost)}
.nga-launcher .nga-dot{position:absolute;right:0;bottom:0;width:10px;height:10px;box-shadow:0 0 0 2px var(--nga-surface);background-clip:border-box}
.nga-launcher .nga-dot:not(.nga-dot--listening,.nga-dot--working){background:var(--nga-surface)}
.nga-bar{display:flex;align-items:center;gap:2px;height:36px;padding:0 3px;border-radius:18px;min-width:0}
.nga-bar .nga-agent{padding:0 8px 0 10px;max-width:230px;overflow:hidden;text-overflow:ellipsis;white-space:nowrap}
.nga-bar .nga-btn{border-radius:14px;position:relative}
.nga-bar .nga-btn-icon:has(b){width:auto;padding:0 8px;gap:4px}
.nga-bar b::before{content:attr(data-count)}
.nga-bar b{font-weight:600;font-size:12px;color:var(--nga-text)}
.nga-rule{width:1px;height:16px;background:var(--nga-line);flex:none}
.nga-tip:is(:hover,:focus-visible)::after{content:attr(aria-label);position:absolute;bottom:calc(100% + 9px);left:50%;translate:-50%;padding:5px 8px;border-radius:5px;background:var(--nga-text);color:var(--nga-surface);font:500 11.5px/1.2 var(--nga-font);white-space:nowrap;pointer-events:none;box-shadow:var(--nga-shadow)}
[data-corner^=top] .nga-tip:is(:hover,:focus-visible)::after{bottom:auto;top:calc(100% + 9px)}
.nga-bar:has(~.nga-settings) .nga-tip::after{display:none}
[data-corner^=bottom]:has(.nga-bar)~.nga-foot-stack{bottom:64px}
@media (max-width:480px){
[data-corner^=bottom]:has(.nga-bar)~.nga-foot-stack{bottom:96px}
.nga-dock{align-items:flex-end}
.nga-bar{flex-wrap:wrap;height:auto;padding:3px;border-radius:var(--nga-radius-panel)}
.nga-bar .nga-agent{flex-basis:100%;max-width:none;padding:5px 8px;white-space:normal}
.nga-bar .nga-agent+.nga-rule{display:none}
.nga-tip::after{display:none}
}
`;
