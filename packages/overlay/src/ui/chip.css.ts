import { sentStatuses } from '@annotate-mcp/core';
export const chipCss = `
.nga-chip{display:inline-flex;align-items:center;gap:5px;max-width:100%;min-height:20px;padding:0 7px;border:1px solid var(--nga-line);border-radius:5px;background:var(--nga-raised);font-size:12px;line-height:18px;white-space:nowrap;min-width:0}
.nga-input-chip{font-family:var(--nga-mono);font-size:11.5px;direction:ltr;unicode-bidi:isolate}
.nga-input-chip b{font-weight:400;color:var(--nga-muted)}
.nga-input-chip span{overflow:hidden;text-overflow:ellipsis;max-width:150px}
.nga-chips{display:flex;flex-wrap:wrap;gap:4px}
.nga-glyph{flex:none;display:grid;place-items:center;width:18px;height:18px;border-radius:50%}
.nga-glyph .nga-icon{stroke-width:2.2}
${sentStatuses.map((sign) => `.nga-glyph--${sign}{background:var(--nga-${sign});color:var(--nga-on-${sign})}`).join('')}
.nga-glyph--draft{border:1px dashed var(--nga-line-strong);color:var(--nga-muted)}
:is(.nga-glyph--lost,.nga-glyph--changed){border:1.5px solid var(--nga-lost);color:var(--nga-lost-text)}
.nga-status .nga-glyph{width:14px;height:14px}
.nga-status .nga-icon{width:10px;height:10px}
.nga-status{border-color:transparent;padding:0;padding-inline:4px 8px;border-radius:10px;font-weight:500;flex:none}
${[...sentStatuses, 'lost'].map((sign) => `.nga-status--${sign}{background:color-mix(in srgb,var(--nga-${sign}) 12%,var(--nga-surface));color:var(--nga-${sign}-text)}`).join('')}
.nga-status--changed{background:color-mix(in srgb,var(--nga-lost) 12%,var(--nga-surface));color:var(--nga-lost-text)}
.nga-status--draft{border:1px dashed var(--nga-line-strong);color:var(--nga-muted);background:none}
`;
