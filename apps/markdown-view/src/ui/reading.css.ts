/** The outline, the search, and the printed page. */
export const readingCss = `
.mdv-middle[data-outline]{grid-template-columns:minmax(180px,260px) minmax(0,1fr)}
.mdv-outline{min-height:0;overflow:auto;overscroll-behavior:contain;padding:8px 8px 24px;border-inline-end:1px solid var(--nga-line);background:var(--nga-surface)}
.mdv-outline-head{display:flex;align-items:center;padding:2px 0 4px 8px}
.mdv-outline-head h2{flex:1;font-size:13px;font-weight:600}
.mdv-outline p{padding:4px 8px}
.mdv-outline ul{margin:0;padding:0;list-style:none}
.mdv-outline-item{appearance:none;display:block;width:100%;padding:4px 8px;border:0;border-radius:var(--nga-radius);background:none;color:var(--nga-muted);text-align:start;overflow:hidden;text-overflow:ellipsis;white-space:nowrap;cursor:pointer}
.mdv-outline-item:hover{background:var(--nga-hover);color:var(--nga-text)}
.mdv-outline-item[aria-current]{color:var(--nga-text);font-weight:600;box-shadow:inset 2px 0 var(--nga-accent);background:var(--nga-hover)}
.mdv-find{position:absolute;z-index:4;inset:10px 18px auto auto;display:flex;align-items:center;gap:6px;padding:5px 6px;padding-inline-start:10px;max-width:calc(100% - 36px);box-sizing:border-box}
.mdv-find>svg{flex:none;color:var(--nga-muted)}
.mdv-find input{appearance:none;box-sizing:border-box;width:220px;min-width:0;flex:1;min-height:28px;padding:0 4px;border:0;background:none;color:var(--nga-text);font:inherit;outline:none}
.mdv-find input:focus-visible{outline:none;box-shadow:none}
.mdv-find input::-webkit-search-cancel-button{display:none}
.mdv-find:focus-within{border-color:var(--nga-accent)}
.mdv-find-count{flex:none;font-size:12px;font-variant-numeric:tabular-nums;white-space:nowrap}
.mdv-back{flex:none;max-width:200px}
.mdv-back span{overflow:hidden;text-overflow:ellipsis;white-space:nowrap}
.mdv-printed{display:none}
@media (max-width:719px){
.mdv-middle[data-outline]{grid-template-columns:minmax(0,1fr)}
.mdv-outline{position:absolute;z-index:3;inset:0 auto 0 0;width:min(300px,86%);box-shadow:var(--nga-shadow)}
.mdv-outline-item{padding-block:9px}
.mdv-find{inset:8px 8px auto;max-width:none}
.mdv-back{padding-inline:6px;order:-1}
.mdv-back+.mdv-title{flex:1 1 calc(100% - 60px)}
.mdv-back span{display:none}
}
@media (pointer:coarse){.mdv-find input{font-size:16px}}
@media print{
html,body,.mdv-root{height:auto!important;position:static!important}
.mdv,.mdv-middle,.mdv-scroll{display:block!important;height:auto!important;overflow:visible!important}
.mdv-top,.mdv-margin,.mdv-outline,.mdv-find,.mdv-status,.mdv-over,.mdv-sheet,.mdv-opener,.mdv-selected{display:none!important}
.mdv-printed{display:block;break-before:page;color:var(--nga-text);font:10.5pt/1.5 var(--nga-font)}
.mdv-printed h2{margin:0 0 12pt;font-size:15pt}
.mdv-printed ol{margin:0;padding:0;list-style:none}
.mdv-printed li{display:grid;grid-template-columns:22pt 1fr;margin:0 0 12pt;break-inside:avoid}
.mdv-printed-number{font-weight:600;font-variant-numeric:tabular-nums}
.mdv-printed blockquote{margin:0 0 4pt;padding-inline-start:8pt;border-inline-start:2pt solid var(--nga-line);color:var(--nga-muted);white-space:pre-wrap;overflow-wrap:anywhere}
.mdv-printed p{margin:0 0 3pt;white-space:pre-wrap;overflow-wrap:anywhere}
}
`;
