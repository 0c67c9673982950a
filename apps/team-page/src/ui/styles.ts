import { createPanelStyleSheet, createStyleSheet } from '@annotate-mcp/overlay/ui';

/** Two columns; below 860 pixels the open thread takes the place of the list. */
const pageCss = `
html,body{height:100%}
body{margin:0;background:var(--nga-raised);color:var(--nga-text)}
.team-page{height:100%;font-size:14px}
.team-page a{color:var(--nga-link)}
.team-page i{flex:1}
.team-page kbd{padding:1px 5px;border:1px solid var(--nga-line);border-radius:4px;font:500 12px/1.4 var(--nga-mono);background:var(--nga-surface)}
.team-message,.team-projects{max-width:720px;margin:0 auto;padding:28px 20px;display:grid;gap:12px}
.team-page h1{margin:0;font-size:20px;font-weight:600;line-height:1.3;overflow-wrap:anywhere}
.team-projects ul{display:grid;gap:12px}
.team-projects li{display:grid;gap:4px;padding:16px 18px;box-shadow:none}
.team-name{font-size:16px;font-weight:600;text-decoration:none;overflow-wrap:anywhere}
.team-counts{display:flex;flex-wrap:wrap;gap:8px;margin-top:8px}
.team-page .team-count{padding:4px 10px;border:1px solid var(--nga-line);border-radius:999px;color:var(--nga-muted);text-decoration:none}
.team-page .team-count--new{border-color:var(--nga-accent);color:var(--nga-link)}
.team-count:hover{background:var(--nga-hover)}
.team-project{height:100%;display:grid;grid-template:auto minmax(0,1fr)/minmax(320px,440px) minmax(0,1fr)}
.team-head{grid-column:1/-1;display:flex;flex-wrap:wrap;align-items:center;gap:6px 14px;padding:10px 16px;border-bottom:1px solid var(--nga-line);background:var(--nga-surface)}
.team-head h1{font-size:16px}
.team-head .nga-btn{font-size:13px}
.team-page .team-list{border-inline-end:1px solid var(--nga-line);background:var(--nga-surface);display:flex;flex-direction:column;min-height:0}
.team-filters{display:flex;flex-wrap:wrap;gap:6px;padding:10px 14px;border-bottom:1px solid var(--nga-line)}
.team-page .nga-search{flex:1 1 100%;width:auto;min-height:34px;margin:0}
.team-filters .nga-select{flex:1 1 40%;min-width:0;max-width:100%}
.team-items{flex:1;min-height:0;overflow:auto;overscroll-behavior:contain;scrollbar-width:thin}
.team-items .nga-item{padding-inline-end:14px;border-bottom:1px solid var(--nga-line)}
.team-more{padding:14px;text-align:center}
.team-thread{min-width:0;min-height:0;padding:16px 20px 20px;overflow:hidden;display:flex;flex-direction:column;align-items:center;gap:8px}
.team-where{display:flex;align-items:center;gap:8px;width:100%;max-width:760px;min-height:30px;font-size:13px}
.team-where a{min-width:0;overflow:hidden;text-overflow:ellipsis;white-space:nowrap}
.team-page .team-thread .nga-panel{position:relative;inset:auto!important;flex:0 1 auto;width:100%;max-width:760px;max-height:none;min-height:0;border-radius:var(--nga-radius-panel);border-width:1px;box-shadow:none;animation:none}
.team-hint{margin:auto;max-width:340px;line-height:2}
.team-page .team-thread .nga-picture{width:fit-content;max-width:100%}
.team-page .team-thread .nga-picture :is(img,canvas){width:auto;max-width:100%;max-height:320px}
@media (max-width:860px){
.team-project{grid-template-columns:minmax(0,1fr)}
.team-page .team-list{border-inline-end:0}
.team-project:not([data-thread=true]) .team-thread,.team-project[data-thread=true] .team-list{display:none}
.team-thread{padding:0}
.team-page .team-thread .nga-panel{border-width:0;border-radius:0;flex:1}
.team-thread .nga-body{flex:1;align-content:start}
.team-where{padding:8px 14px 0}
}
`;

/** For `adoptedStyleSheets`, because the policy of the page allows no other styles than those of its HTML. */
export function createPageStyles(): CSSStyleSheet[] {
  const own = new CSSStyleSheet();
  own.replaceSync(pageCss);
  return [createStyleSheet(), createPanelStyleSheet(), own];
}
