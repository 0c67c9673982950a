/** The same colours and sizes as the overlay (overlay/src/ui/tokens.css.ts), which this package does not import. */
export const pageStyle = `
:root{color-scheme:light;--surface:#fff;--raised:#fafafa;--hover:#f1f1f3;--line:#e4e4e7;--line-strong:#8b8b95;--text:#18181b;--muted:#62626b;--added:#166534;--removed:#be123c;--accent:#3b82f6}
@media (prefers-color-scheme:dark){:root{color-scheme:dark;--surface:#18181b;--raised:#232327;--hover:#2c2c31;--line:#3a3a41;--line-strong:#77777f;--text:#fafafa;--muted:#a6a6b0;--added:#86efac;--removed:#fda4af}}
*{box-sizing:border-box}
body{margin:0;font:13px/1.45 system-ui,-apple-system,"Segoe UI",Roboto,"Noto Sans",sans-serif;color:var(--text);background:var(--surface)}
main{height:100vh;overflow:auto;background:var(--surface)}
.content{max-width:640px;margin:0 auto;padding:12px}
.content>*{margin:0 0 8px}
.content>:last-child{margin-bottom:0}
h1{font-size:14px;line-height:1.4;overflow-wrap:anywhere}
.agent,.hint,.count,label{color:var(--muted);font-size:12px}
.text{white-space:pre-wrap;overflow-wrap:anywhere}
pre,.files,details:not(.missing) summary,input{font-family:ui-monospace,SFMono-Regular,Menlo,Consolas,"Liberation Mono",monospace;font-size:12px}
pre{padding:8px;border:1px solid var(--line);border-radius:6px;background:var(--raised);white-space:pre-wrap;overflow-wrap:anywhere}
.files{list-style:none;padding:0;display:flex;flex-wrap:wrap;gap:4px}
.files li{padding:1px 6px;border:1px solid var(--line);border-radius:6px;overflow-wrap:anywhere}
summary{cursor:pointer;overflow-wrap:anywhere}
.missing{font-size:12px;color:var(--muted)}
.missing ul{margin:4px 0 0;padding:0;list-style:none;display:grid;gap:4px}
.missing li{overflow-wrap:anywhere}
details pre{margin:4px 0 0}
ins,del{text-decoration:none}
ins{color:var(--added)}
del{color:var(--removed)}
.options{display:flex;flex-wrap:wrap;gap:8px}
/* The answers stay in view while the person reads what is asked. */
.pinned{position:sticky;bottom:0;margin-inline:-12px;padding:8px 12px;background:var(--surface);border-top:1px solid var(--line)}
.content:has(>.pinned){padding-bottom:4px}
.option{display:flex;flex-direction:column;gap:2px;max-width:100%}
button{font:inherit;font-weight:500;padding:6px 12px;min-height:32px;text-align:left;color:var(--text);background:var(--surface);border:1px solid var(--line-strong);border-radius:6px;cursor:pointer;overflow-wrap:anywhere}
button:hover{background:var(--hover)}
[data-waiting] button{opacity:.55;cursor:default}
button:focus-visible,input:focus-visible,summary:focus-visible,pre:focus-visible{outline:2px solid var(--accent);outline-offset:2px}
.row{display:flex;flex-wrap:wrap;gap:8px;margin-top:4px}
input{flex:1 1 200px;min-width:0;padding:6px 8px;color:var(--text);background:var(--surface);border:1px solid var(--line-strong);border-radius:6px}
[role=status]:empty{display:none}
@media (forced-colors:active){button{border:1px solid}}
`;
