export const composerCss = `
.nga-path{appearance:none;display:flex;min-width:0;max-width:100%;padding:0;border:0;background:none;color:var(--nga-muted);font:400 12px/1.5 var(--nga-mono);white-space:nowrap;direction:ltr;unicode-bidi:isolate}
.nga-path span{overflow:hidden;text-overflow:ellipsis}
.nga-path-about{flex:none;margin-right:4px;font-size:11px;color:var(--nga-muted)}
.nga-path b{flex:none;max-width:100%;overflow:hidden;text-overflow:ellipsis;font-weight:400;color:var(--nga-text)}
button.nga-path{cursor:pointer;pointer-events:auto}
button.nga-path:hover{text-decoration:underline;text-underline-offset:2px}
.nga-where{display:grid;gap:2px;grid-template-columns:minmax(0,1fr)}
.nga-tree-path{font-size:12px;color:var(--nga-muted);direction:ltr;overflow-wrap:anywhere}
.nga-compose{display:grid;gap:10px;padding:0 14px 12px;grid-template-columns:minmax(0,1fr)}
.nga-quote{padding-inline-start:10px;border-inline-start:2px solid var(--nga-line-strong);color:var(--nga-muted);display:-webkit-box;-webkit-box-orient:vertical;-webkit-line-clamp:3;overflow:hidden;overflow-wrap:anywhere}
.nga-targets{display:grid;gap:2px}
.nga-targets li{display:flex;gap:8px;align-items:baseline;min-width:0}
.nga-targets li>b{font-weight:500;flex:none;max-width:50%;overflow:hidden;text-overflow:ellipsis;white-space:nowrap}
.nga-attach{display:flex;flex-wrap:wrap;gap:6px}
.nga-attach .nga-btn{min-height:24px;padding:0 8px;font-size:12px;color:var(--nga-muted)}
.nga-pictures{display:grid;gap:4px;grid-template-columns:minmax(0,1fr);font-size:12px}
.nga-pictures li{display:flex;align-items:center;gap:8px;min-width:0}
.nga-pictures .nga-btn{min-height:24px;flex:none;font-size:12px}
.nga-pictures .nga-btn:not(.nga-btn-icon){padding:0 8px}
.nga-pictures .nga-btn-icon{width:24px}
.nga-thumb{flex:none;display:grid;place-items:center;width:40px;height:30px;border:1px solid var(--nga-line);border-radius:4px;background:var(--nga-raised);color:var(--nga-muted)}
.nga-picture-name{flex:1;min-width:0;overflow:hidden;text-overflow:ellipsis;white-space:nowrap}
.nga-panel[data-drop]{outline:2px dashed var(--nga-accent);outline-offset:-6px}
@media (pointer:coarse){.nga-pictures .nga-btn{min-height:36px}.nga-pictures .nga-btn-icon{width:36px}}
.nga-foot .nga-kbd{margin-inline-end:auto}
`;
