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
.nga-unread{right:auto;left:-5px;background:var(--nga-accent-strong);color:var(--nga-on-accent)}
.nga-waiting{inset:auto auto -5px -5px;background:var(--nga-lost-text)}
.nga-dot{flex:none;width:8px;height:8px;border-radius:50%;border:2px solid var(--nga-dismissed);background:transparent}
.nga-dot--listening{border-color:var(--nga-resolved);background:var(--nga-resolved)}
.nga-dot--working{border-color:var(--nga-acknowledged);background:var(--nga-acknowledged)}
:is(.nga-dot--offline,.nga-dot--refused){border-color:var(--nga-lost)}
.nga-launcher .nga-dot{position:absolute;right:0;bottom:0;width:10px;height:10px;box-shadow:0 0 0 2px var(--nga-surface);background-clip:border-box}
.nga-launcher .nga-dot:not(.nga-dot--listening,.nga-dot--working){background:var(--nga-surface)}
`;
