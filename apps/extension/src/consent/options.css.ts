export const optionsStyles = `
body { margin: 0; background: var(--nga-surface); color: var(--nga-text); font: 13px/1.45 var(--nga-font); }
main { display: grid; gap: 24px; max-width: 720px; margin: 0 auto; padding: 32px 16px 64px; }
h1 { margin: 0; font-size: 18px; font-weight: 600; }
h2, legend { margin: 0 0 8px; padding: 0; font-size: 13px; font-weight: 600; }
p { margin: 0 0 8px; }
fieldset { display: grid; gap: 8px; margin: 0; padding: 0; border: 0; }
fieldset label { display: flex; gap: 8px; align-items: baseline; }
small { color: var(--nga-muted); font-size: 12px; }
fieldset small { display: block; }
.sr { position: absolute; width: 1px; height: 1px; overflow: hidden; clip-path: inset(50%); }
.muted { color: var(--nga-muted); }
.problem { color: var(--nga-lost-text); }
.scrolls { overflow-x: auto; }
table { width: 100%; border-collapse: collapse; }
th, td { padding: 6px 8px 6px 0; border-bottom: 1px solid var(--nga-line); text-align: left; vertical-align: middle; }
thead th { color: var(--nga-muted); font-weight: 400; font-size: 12px; }
tbody th { font-weight: 500; overflow-wrap: anywhere; }
td small { display: block; }
td:last-child { text-align: right; padding-right: 0; }
select, form input { box-sizing: border-box; padding: 4px 6px; border: 1px solid var(--nga-line-strong); border-radius: var(--nga-radius); background: var(--nga-surface); color: var(--nga-text); font: inherit; }
form { display: flex; gap: 8px; margin: 0 0 8px; }
form input { flex: 1; padding: 6px 8px; font-family: var(--nga-mono); }
:is(select, input, summary, .nga-btn):focus-visible { outline: 2px solid var(--nga-accent); outline-offset: 1px; }
code { font-family: var(--nga-mono); font-size: 12px; }
details { margin: 0 0 8px; }
summary { cursor: pointer; padding: 4px 0; }
.patterns { display: grid; grid-template-columns: repeat(auto-fill, minmax(300px, 1fr)); gap: 0 24px; margin: 0 0 8px; padding: 0; list-style: none; }
.patterns li { display: flex; align-items: center; justify-content: space-between; gap: 8px; border-bottom: 1px solid var(--nga-line); }
.patterns code { overflow-wrap: anywhere; }
`;
