export const barCss = `
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
