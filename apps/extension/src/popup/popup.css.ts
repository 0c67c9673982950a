export const styles = `
body { margin: 0; width: 340px; background: var(--nga-surface); color: var(--nga-text); font: 13px/1.45 var(--nga-font); }
main { display: grid; gap: 12px; padding: 16px; }
h1 { margin: 0; font-size: 13px; font-weight: 600; }
h2 { margin: 0 0 4px; font-size: 12px; font-weight: 600; color: var(--nga-muted); }
p { margin: 0; }
form { display: grid; gap: 12px; }
label { display: grid; gap: 4px; color: var(--nga-muted); }
input { box-sizing: border-box; width: 100%; padding: 6px 8px; border: 1px solid var(--nga-line-strong); border-radius: var(--nga-radius); background: var(--nga-surface); color: var(--nga-text); font: 13px/1.45 var(--nga-mono); }
button { font: inherit; }
input:focus-visible { outline: 2px solid var(--nga-accent); outline-offset: 1px; }
code { font-family: var(--nga-mono); font-size: 12px; }
ul { display: grid; gap: 4px; margin: 0; padding: 0; list-style: none; }
section > ul { gap: 8px; }
.tab { display: grid; gap: 4px; padding: 8px 8px 8px 12px; border: 1px solid var(--nga-line); border-radius: var(--nga-radius-panel); background: var(--nga-raised); }
.tab-head { display: flex; align-items: center; gap: 8px; min-width: 0; }
.tab-head .nga-btn { flex: none; border-color: var(--nga-line-strong); }
.name { flex: 1; min-width: 0; overflow: hidden; white-space: nowrap; text-overflow: ellipsis; font-weight: 500; }
.agent { display: block; overflow: hidden; text-overflow: ellipsis; font-size: 12px; font-weight: 400; }
.entries { gap: 0; font-size: 12px; }
.entries li { display: flex; align-items: baseline; gap: 8px; }
.entries .words { flex: 1; min-width: 0; overflow: hidden; white-space: nowrap; text-overflow: ellipsis; }
.entries time { flex: none; font-variant-numeric: tabular-nums; }
.entries .failed .words::before { content: "! "; color: var(--nga-acknowledged-text); font-weight: 600; }
.entries .refused .words { color: var(--nga-lost-text); }
.entries .refused .words::before { content: "✕ "; }
.more { justify-self: start; min-height: 24px; margin-left: -8px; padding: 0 8px; font-size: 12px; color: var(--nga-muted); }
.stopped { display: grid; gap: 12px; padding: 12px; border: 1px solid var(--nga-lost); border-radius: var(--nga-radius-panel); }
.stop { border-color: var(--nga-lost); color: var(--nga-lost-text); }
footer { position: sticky; bottom: 0; align-items: center; justify-content: space-between; margin: 0 -16px -16px; padding: 12px 16px; border-top: 1px solid var(--nga-line); background: var(--nga-surface); }
footer .row { align-items: center; }
.choice { display: flex; align-items: center; gap: 8px; color: var(--nga-text); }
.choice input { width: auto; margin: 0; accent-color: var(--nga-accent); }
.row { display: flex; gap: 8px; }
.card { display: grid; gap: 8px; padding: 12px; border: 1px solid var(--nga-line); border-radius: 10px; background: var(--nga-raised); }
.card h2 { margin: 0; font-size: 14px; font-weight: 400; color: var(--nga-text); }
.card h2 strong { overflow-wrap: anywhere; }
.command { display: flex; align-items: center; gap: 8px; padding: 4px 4px 4px 8px; border: 1px solid var(--nga-line); border-radius: var(--nga-radius); background: var(--nga-surface); }
.command code { flex: 1; overflow-wrap: anywhere; }
details { color: var(--nga-muted); }
details form { margin-top: 12px; color: var(--nga-text); }
summary { width: max-content; cursor: pointer; border-radius: var(--nga-radius); }
summary:focus-visible { outline: 2px solid var(--nga-accent); outline-offset: 2px; }
.muted { color: var(--nga-muted); }
.problem { color: var(--nga-lost-text); }
.dot { display: inline-block; width: 8px; height: 8px; border-radius: 50%; }
.dot.here { background: var(--nga-resolved); }
.dot.away { background: var(--nga-acknowledged); }
`;
