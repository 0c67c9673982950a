/** The layout of the document: spaces on the 4 px grid, colours of the tokens, logical sides only. */

/** A chunk is a box that the browser may skip while it is off screen. Its edge clips its content, so it has some padding. */
const blocks = `
.document{box-sizing:border-box;inline-size:100%;max-inline-size:calc(72ch + 48px);margin:0;padding:32px 24px 96px;color:var(--nga-text);font:16px/1.65 var(--nga-font);overflow-wrap:break-word;hyphens:manual;tab-size:4;outline:none;-webkit-text-size-adjust:100%}
.document>.chunk{content-visibility:auto;contain-intrinsic-block-size:auto var(--height);margin:0 -16px -4px;padding:0 16px 4px}
.document>.chunk[data-waiting]{min-block-size:var(--height)}
.document section{display:flow-root;margin-block-start:12px}
.document section[data-kind=definition]{display:none}
.document section[data-kind=h1]{margin-block-start:32px}
.document section[data-kind=h2]{margin-block-start:40px}
.document section:is([data-kind=h3],[data-kind=h4],[data-kind=h5],[data-kind=h6]){margin-block-start:28px}
.document section:is([data-kind=code],[data-kind=table],[data-kind=quote],[data-kind=math],[data-kind=hr]){margin-block-start:18px}
.document section:is([data-kind=code],[data-kind=table],[data-kind=quote],[data-kind=math],[data-kind=hr])+section:not([data-kind^=h]){margin-block-start:18px}
.document section:is([data-kind=h1],[data-kind=h2],[data-kind=h3],[data-kind=h4])+section:not([data-kind^=h]){margin-block-start:10px}
.document>.chunk:first-child>section:first-child{margin-block-start:4px}
.document section>:first-child{margin-block-start:0}
.document section>:last-child{margin-block-end:0}
`;

const words = `
.document :is(h1,h2,h3,h4,h5,h6){margin:1.2em 0 .4em;font-weight:650;line-height:1.25;letter-spacing:-.011em;text-wrap:balance}
.document h1{font-size:1.875em;letter-spacing:-.022em}
.document h2{font-size:1.375em;letter-spacing:-.016em}
.document h3{font-size:1.125em}
.document h4{font-size:1em}
.document :is(h5,h6){font-size:.875em;color:var(--nga-muted)}
.document p{margin:.75em 0;text-wrap:pretty}
.document a[href]{color:var(--nga-link);text-decoration:underline 1px color-mix(in srgb,currentColor 40%,transparent);text-underline-offset:3px;cursor:pointer}
.document a[href]:hover{text-decoration-color:currentColor}
.document :is(pre,.table,.math-display):focus-visible{outline:2px solid var(--nga-accent);outline-offset:2px}
.document a[href]:focus-visible,.document summary:focus-visible,.document input:focus-visible{outline:2px solid var(--nga-accent);outline-offset:2px;border-radius:2px}
.document :is(strong,b){font-weight:650}
.document :is(del,s,strike){color:var(--nga-muted)}
.document mark{background:color-mix(in srgb,var(--nga-acknowledged) 30%,transparent);color:inherit;border-radius:2px}
.document :is(code,kbd,samp,tt){font-family:var(--nga-mono);font-size:.875em}
.document :is(code,kbd){padding:.125em .35em;border-radius:4px;background:var(--nga-hover);overflow-wrap:anywhere;box-decoration-break:clone;-webkit-box-decoration-break:clone}
.document kbd{border:1px solid var(--nga-line);border-block-end-width:2px;background:var(--nga-raised);font-size:.8125em}
.document :is(sub,sup){line-height:0;font-size:.75em}
.document hr{block-size:1px;margin:24px 0;border:0;background:var(--nga-line)}
.document blockquote{margin:.75em 0;padding-inline-start:16px;border-inline-start:3px solid var(--nga-line);color:var(--nga-muted)}
.document blockquote>:first-child{margin-block-start:0}
.document blockquote>:last-child{margin-block-end:0}
`;

const lists = `
.document :is(ul,ol){margin:.5em 0;padding-inline-start:1.625em}
.document li{margin-block:.25em}
.document li::marker{color:var(--nga-muted);font-variant-numeric:tabular-nums}
.document li>:is(ul,ol){margin-block:.25em}
.document li>p{margin-block:.5em}
.document li.task{list-style:none}
.document li.task input{inline-size:15px;block-size:15px;margin:0;margin-inline:-1.5em .5em;accent-color:var(--nga-accent-strong);vertical-align:-.125em;cursor:pointer}
.document dt{margin-block-start:.75em;font-weight:650}
.document dd{margin-inline-start:1.625em}
.document details{margin:.75em 0;padding:8px 12px;border:1px solid var(--nga-line);border-radius:var(--nga-radius)}
.document summary{cursor:pointer;font-weight:600}
.document ol.footnote{margin:0;color:var(--nga-muted);font-size:.875em}
.document ol.footnote>li>p{margin-block:0}
.document ol.footnote>li>p:nth-last-child(2){display:inline}
.document .footnote-ref a{padding-inline:2px;text-decoration:none;font-variant-numeric:tabular-nums}
.document .footnote-back{margin-inline-start:6px;text-decoration:none}
.document .footnote-back::after{content:'↩\\FE0E'}
`;

const figures = `
.document pre{margin:.75em 0;padding:12px 16px;border:1px solid var(--nga-line);border-radius:8px;background:var(--nga-raised);font:13px/1.6 var(--nga-mono);overflow-x:auto;overflow-wrap:normal;white-space:pre}
.document pre code{padding:0;background:none;font:inherit;overflow-wrap:normal}
.document pre.front-matter{border-style:dashed;background:none;color:var(--nga-muted)}
.document .table{margin:.75em 0;overflow-x:auto}
.document table{min-inline-size:min(100%,24em);border-spacing:0;font-size:.9375em;line-height:1.5;font-variant-numeric:tabular-nums}
.document :is(th,td){min-inline-size:3em;padding:8px 12px;border-block-end:1px solid var(--nga-line);text-align:start;vertical-align:top}
.document :is(th,td)[align=right]{text-align:right}
.document :is(th,td)[align=center]{text-align:center}
.document :is(th,td)[align=left]{text-align:left}
.document th{border-block-end-color:var(--nga-line-strong);font-size:.875em;font-weight:600;white-space:nowrap}
.document :is(th,td):first-child{padding-inline-start:4px}
.document :is(th,td):last-child{padding-inline-end:4px}
.document :is(.table>table,.part:last-child>table) tbody tr:last-child td{border-block-end-color:transparent}
.document caption{padding:4px;color:var(--nga-muted);font-size:.875em;text-align:start}
.document img{max-inline-size:100%;block-size:auto;border-radius:4px}
.document figure{margin:.75em 0}
.document figcaption{color:var(--nga-muted);font-size:.875em}
.document .math{font-family:var(--nga-mono);font-size:.875em;color:var(--nga-muted)}
.document .math math{font-size:1.2em;color:var(--nga-text)}
.document .math-display{display:block;margin:.75em 0;padding-block:4px;overflow-x:auto;overflow-y:hidden;text-align:center;white-space:pre-wrap}
.document [data-atom] [data-source][hidden]{display:none}
.document [data-problem]{text-decoration:wavy underline 1px var(--nga-lost);text-underline-offset:3px}
.document pre[data-atom=diagram]{padding:16px;background:none;white-space:normal;text-align:center}
`;

const parts = `
.document .part{display:block;content-visibility:auto;contain-intrinsic-block-size:auto var(--height)}
.document pre .part{inline-size:max-content;min-inline-size:100%}
.document .table .part{inline-size:max(100%,var(--width))}
.document .part>table{inline-size:100%;table-layout:fixed;overflow-wrap:anywhere}
.document .part>table th{white-space:normal}
`;

const cursor = `
.document:focus-visible{box-shadow:inset 2px 0 var(--nga-accent)}
.document [data-cursor]{border-radius:4px;outline:2px solid var(--nga-accent);outline-offset:3px}
.document :is(tr,pre,section)[data-cursor]{outline-offset:-2px}
@media (max-width:600px){.document{padding:20px 16px 72px;font-size:15.5px}.document h1{font-size:1.625em}.document h2{font-size:1.25em}.document>.chunk{margin-inline:-12px;padding-inline:12px}.document pre{padding:10px 12px;font-size:12.5px}}
`;

export const documentStyles = blocks + words + lists + figures + parts + cursor;
