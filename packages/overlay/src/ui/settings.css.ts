export const settingsCss = `
.nga-settings{position:absolute;width:296px;max-width:calc(100vw - 24px);padding:12px 14px;display:grid;gap:10px}
[data-corner^=bottom] .nga-settings{bottom:calc(100% + 8px)}
[data-corner^=top] .nga-settings{top:calc(100% + 8px)}
[data-corner$=right] .nga-settings{right:0}
[data-corner$=left] .nga-settings{left:0}
.nga-settings label,.nga-settings dl div{display:flex;align-items:center;justify-content:space-between;gap:12px}
.nga-settings h2{font-weight:600}
.nga-settings dl{margin:0;display:grid;gap:5px;padding-top:10px;border-top:1px solid var(--nga-line)}
.nga-settings dd{margin:0}
`;
