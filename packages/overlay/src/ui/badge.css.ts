import { sentStatuses } from '@annotate-mcp/core';
export const badgeCss = `
.nga-badge{appearance:none;position:fixed;display:grid;place-items:center;width:22px;height:22px;margin:-11px 0 0 -11px;padding:0;border:0;border-radius:50%;box-shadow:0 0 0 2px #fff,0 1px 5px 1px rgb(0 0 0/.35);cursor:pointer;pointer-events:auto}
.nga-badge .nga-icon{stroke-width:2.2}
@media (pointer:coarse){.nga-badge::before{content:"";position:absolute;inset:-6px;border-radius:50%}}
.nga-badge:hover{transform:scale(1.1)}
.nga-badge[data-offscreen]{opacity:.5}
.nga-badge[data-offscreen]:is(:hover,:focus-visible){opacity:1}
.nga-badge[data-through]{opacity:.35;pointer-events:none}
.nga-badge[data-unsent]{outline:1.5px dashed var(--nga-lost);outline-offset:2px}
${sentStatuses.map((sign) => `.nga-badge--${sign}{background:var(--nga-${sign});color:var(--nga-on-${sign})}`).join('')}
.nga-badge--draft{background:var(--nga-surface);color:var(--nga-muted);border:1.5px dashed var(--nga-line-strong);box-shadow:0 1px 4px rgb(0 0 0/.2)}
:is(.nga-badge--lost,.nga-badge--changed){background:var(--nga-surface);color:var(--nga-lost-text);border:2px solid var(--nga-lost);box-shadow:0 1px 4px rgb(0 0 0/.2)}
.nga-badge.nga-badge--stack{background:var(--nga-surface);color:var(--nga-text);border:2px solid var(--nga-sign);font:600 11px/1 var(--nga-font);box-shadow:2px 2px 0 -1px var(--nga-surface),2px 2px 0 .5px var(--nga-sign),0 2px 6px rgb(0 0 0/.25)}
${[...sentStatuses, 'lost'].map((sign) => `.nga-badge--${sign}{--nga-sign:var(--nga-${sign})}`).join('')}
.nga-badge--changed{--nga-sign:var(--nga-lost)}
.nga-badge--draft{--nga-sign:var(--nga-line-strong)}
.nga-menu{position:fixed;width:280px;max-width:calc(100vw - 16px);max-height:320px;padding:4px;overflow:auto;z-index:1}
.nga-menu-item{appearance:none;display:flex;align-items:center;gap:8px;width:100%;padding:6px 8px;border:0;border-radius:var(--nga-radius);background:none;text-align:start;cursor:pointer}
.nga-menu-item:is(:hover,:focus-visible){background:var(--nga-hover)}
.nga-menu-item>span:last-child{overflow:hidden;text-overflow:ellipsis;white-space:nowrap}
`;
