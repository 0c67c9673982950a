/**
 * Behind the initials of a person, which are white, in light and dark. As many as `personColors` of core, and a pair that
 * passes AA, which tokens.test.ts checks.
 */
export const personColors = [
  '#1d4ed8',
  '#b45309',
  '#047857',
  '#be123c',
  '#7e22ce',
  '#0e7490',
  '#4d7c0f',
  '#a21caf',
] as const;

/** The initials are drawn by CSS, so that they are neither copied with a name nor read out before it. */
export const peopleCss = `
.nga-mark{flex:none;display:inline-grid;place-items:center;min-width:18px;height:18px;padding:0 3px;border-radius:9px;color:#fff;font:600 9.5px/1 var(--nga-font);letter-spacing:.02em;align-self:center}
.nga-mark::before{content:attr(data-initials)}
.nga-mark--small{min-width:14px;height:14px;padding:0 2px;border-radius:7px;font-size:8px}
${personColors.map((color, at) => `.nga-mark--${at}{background:${color}}`).join('')}
.nga-badge>.nga-mark{position:absolute;left:-7px;bottom:-6px;box-shadow:0 0 0 1.5px #fff}
.nga-by{display:inline-flex;align-items:center;gap:5px;min-width:0}
.nga-name{display:flex;align-items:center;gap:8px;font-size:12px;color:var(--nga-muted)}
.nga-name span{flex:none}
.nga-name-input{flex:1 1 auto;min-width:0;width:100%;min-height:26px;padding:0 8px;border:1px solid var(--nga-line-strong);border-radius:var(--nga-radius);background:var(--nga-surface);color:var(--nga-text);font:inherit;font-size:13px}
.nga-settings .nga-name-input{flex:0 1 150px}
.nga-mentions{margin:-4px 0 0;padding:4px;border:1px solid var(--nga-line);border-radius:var(--nga-radius);background:var(--nga-raised);display:grid;grid-template-columns:minmax(0,1fr)}
.nga-mentions [role=option]{display:flex;align-items:center;gap:8px;min-height:28px;padding:0 8px;border-radius:4px;cursor:pointer;pointer-events:auto}
.nga-mentions [role=option]:hover{background:var(--nga-hover)}
.nga-mentions [aria-selected=true]{background:color-mix(in srgb,var(--nga-accent) 16%,var(--nga-surface));outline:1px solid var(--nga-accent)}
.nga-mentions span[dir]{overflow:hidden;text-overflow:ellipsis;white-space:nowrap}
.nga-assignee{display:flex;align-items:center;gap:8px}
.nga-assignee .nga-select{max-width:70%}
.nga-tools--people{padding-top:0}
.nga-tools--people .nga-select{flex:1 1 0;min-width:0}
.nga-item--unread p{font-weight:600}
.nga-new{color:var(--nga-link);font-weight:600}
.nga-badge--unread::after{content:"";position:absolute;top:-4px;right:-4px;width:9px;height:9px;border-radius:50%;background:var(--nga-accent-strong);box-shadow:0 0 0 1.5px #fff}
@media (pointer:coarse){.nga-name-input{min-height:36px;font-size:16px}}
@media (forced-colors:active){.nga-mark{border:1px solid}}
`;
