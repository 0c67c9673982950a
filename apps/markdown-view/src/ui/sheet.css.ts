export const sheetCss = `
.mdv-sheet{position:absolute;z-index:3;inset:auto 0 0;max-height:min(80%,640px);display:flex;flex-direction:column;border-radius:14px 14px 0 0;border-width:1px 0 0;padding-bottom:env(safe-area-inset-bottom)}
.mdv-sheet-head{display:flex;align-items:center;gap:8px;padding:8px 8px 6px;padding-inline-start:16px}
.mdv-sheet-head h2{flex:1;font-weight:600;font-size:15px}
.mdv-sheet-body{overflow:auto;overscroll-behavior:contain;padding:2px 12px 16px;display:grid;gap:8px}
.mdv-sheet--one{padding:0;overflow:auto}
.mdv-sheet--one .mdv-card{border:0;border-radius:0;box-shadow:none;padding:14px 16px calc(14px + env(safe-area-inset-bottom))}
.mdv-sheet--one .mdv-card-head,.mdv-sheet--one .nga-quote{margin-inline-end:36px}
.mdv-sheet-close{position:absolute;inset-block-start:6px;inset-inline-end:8px;z-index:1}
.mdv-opener{position:absolute;z-index:2;inset:auto auto 12px 50%;translate:-50%;min-height:40px;padding:0 16px;border-radius:20px;background:var(--nga-surface);color:var(--nga-text);font:500 13px/1 var(--nga-font)}
@media (max-width:719px) and (pointer:coarse){.mdv :is(textarea,select){font-size:16px}}
`;
