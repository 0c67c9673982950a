/**
 * The look of the document: its layout and words, code, pictures and folds, the printed document, and what changed since the
 * last review. Spaces are on the 4 px grid, colours are those of the tokens, sides are logical.
 */
import { highlightStyles } from './highlights.css.ts';

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

const pictures = `
.document .picture{display:inline-flex;gap:8px;align-items:center;max-inline-size:100%;padding:4px 10px;border:1px dashed var(--nga-line-strong);border-radius:var(--nga-radius);color:var(--nga-muted);font-size:.875em;line-height:1.4;vertical-align:middle;overflow-wrap:anywhere}
.document .picture::before{content:'';flex:none;inline-size:14px;block-size:11px;border:1.5px solid;border-radius:2px;background:linear-gradient(135deg,transparent 60%,currentColor 60%)}
.document .picture::after{content:attr(data-alt)}
.document .picture[data-state=refused]::after{content:attr(data-words)}
.document .picture[data-state=foreign]{flex-wrap:wrap}
.document .picture[data-state=foreign]::after{order:1}
.document .picture[data-state=shown]{display:inline-block;padding:0;border:0;line-height:0}
.document .picture[data-state=shown]::before,.document .picture[data-state=shown]::after{content:none}
.document .picture-open{appearance:none;order:2;padding:0;border:0;background:none;color:var(--nga-link);font:inherit;text-decoration:underline;text-underline-offset:3px;cursor:pointer}
.document .picture-open::after{content:attr(data-words)}
.document :is(.picture,img,pre[data-atom=diagram]):not(a *,.picture *,[data-added] *){cursor:pointer}
@media (hover:hover){.document :is(.picture,img,pre[data-atom=diagram]):not(a *,.picture *,[data-added] *,[data-painted]):hover{outline:1.5px solid color-mix(in srgb,var(--nga-accent) 55%,transparent);outline-offset:3px}}
.document :is(.picture,.picture *,img)::selection{background:color-mix(in srgb,var(--nga-accent) 25%,transparent)}
.document :is(.picture,.picture-open):focus-visible{outline:2px solid var(--nga-accent);outline-offset:3px}
`;

const alert = (name: string, color: string) =>
  `.document .alert-${name}{--alert:var(--nga-${color}-text);border-inline-start-color:var(--alert)}`;

const alerts = `
.document .alert{color:var(--nga-text)}
.document .alert-mark{display:none}
.document .alert-title{display:flex;gap:8px;align-items:center;margin-block-end:4px;color:var(--alert);font-weight:600;font-size:.9375em;user-select:none}
.document .alert-title svg{flex:none;inline-size:16px;block-size:16px;fill:none;stroke:currentColor;stroke-width:1.5;stroke-linecap:round;stroke-linejoin:round}
.document .alert-title+p{margin-block-start:0}
${alert('note', 'pending')}
${alert('tip', 'resolved')}
${alert('important', 'dismissed')}
${alert('warning', 'acknowledged')}
${alert('caution', 'lost')}
`;

const folds = `
.document section[hidden]{display:none}
.document section[data-fold]{margin-block-start:0;margin-inline-start:12px;padding-block-start:12px;padding-inline-start:14px;border-inline-start:2px solid var(--nga-line)}
.document details.front-matter{padding:4px 12px;color:var(--nga-muted);font-size:.875em}
.document details.front-matter>summary{font-weight:500}
.document details.front-matter>summary::after{content:attr(data-words)}
.document details.front-matter :is(th,td){padding:4px 12px;border:0;white-space:pre-wrap;overflow-wrap:anywhere}
.document details.front-matter th{padding-inline-start:0;color:var(--nga-muted);font-weight:500;text-align:start}
.document details.front-matter td{color:var(--nga-text)}
.document .colon{display:none}
`;

/** Printed in the colours of the light theme; wide parts wrap, because paper does not scroll. */
const print = `
@media print{
.document{max-inline-size:none;padding:0;font-size:11pt;line-height:1.5}
.document>.chunk,.document .part{content-visibility:visible;contain-intrinsic-block-size:none}
.document>.chunk{margin:0;padding:0;min-block-size:0}
.document>.chunk[data-waiting]{min-block-size:0}
.document pre{white-space:pre-wrap;overflow:visible;overflow-wrap:anywhere;font-size:9pt}
.document :is(.table,.math-display){overflow:visible}
.document :is(h1,h2,h3,h4,h5,h6,summary){break-after:avoid}
.document :is(tr,img,.picture,figure,.alert,pre[data-atom]){break-inside:avoid}
.document img{max-block-size:22cm}
.document [data-cursor]{outline:none}
}
.document .print-mark{margin-inline-start:1px;padding:0 3px;border:1px solid currentColor;border-radius:3px;font:600 7.5pt/1.3 var(--nga-font);vertical-align:super}
`;

/** Colours of code: few, of equal weight, and readable on the background of a code block in both themes. */
const codeColours: readonly (readonly [kinds: string, light: string, dark: string])[] = [
  ['comment,quote', '#62626b', '#a6a6b0'],
  ['keyword,selector-tag,literal,section,doctag,meta .hljs-keyword', '#7c3aed', '#c4b5fd'],
  ['string,regexp,template-tag,template-variable,addition,meta .hljs-string', '#166534', '#86efac'],
  ['number,symbol,bullet,variable.constant_', '#92400e', '#fcd34d'],
  ['title,title.function_,selector-id,selector-class', '#1d4ed8', '#93c5fd'],
  ['type,built_in,title.class_,name,selector-pseudo', '#0f766e', '#5eead4'],
  ['attr,attribute,variable,params .hljs-variable,property', '#9a3412', '#fdba74'],
  ['meta,link', '#475569', '#cbd5e1'],
  ['deletion', '#be123c', '#fda4af'],
];

const code = `${codeColours
  .map(
    ([kinds, light, dark]) =>
      `.document :is(${kinds
        .split(',')
        .map((kind) => kind.split(' ').map(codeSelector).join(' '))
        .join(',')}){color:light-dark(${light},${dark})}`,
  )
  .join('\n')}
.document .hljs-comment,.document .hljs-quote,.document .hljs-emphasis{font-style:italic}
.document .hljs-strong,.document .hljs-section{font-weight:650}
`;

function codeSelector(kind: string): string {
  return kind.startsWith('.') ? kind : `.hljs-${kind}`;
}

/**
 * What changed since the last review: a bar beside changed blocks, a thin line where blocks were removed. Each kind has its
 * own pattern, so that colour is not the only sign.
 */
const changeBar = (image: string) =>
  `content:'';position:absolute;inset-block:2px;inset-inline-start:-12px;inline-size:3px;border-radius:2px;background:${image}`;
const striped = (color: string, on: number, off: number) =>
  `repeating-linear-gradient(to bottom,${color} 0 ${on}px,transparent ${on}px ${off}px)`;
const tint = (color: string, share: number) => `color-mix(in srgb,${color} ${share}%,var(--nga-surface))`;

const changedBlocks = `
.document section:is([data-change],[data-gone-before],[data-gone-after]){position:relative}
.document section[data-kind=definition]:is([data-change],[data-gone-before],[data-gone-after]){display:flow-root}
.document section[data-change]::before{${changeBar('var(--nga-resolved)')}}
.document section[data-change=changed]::before{background:${striped('var(--nga-accent)', 7, 10)}}
.document section[data-change=moved]::before{background:${striped('var(--nga-line-strong)', 3, 6)}}
.document section:is([data-gone-before],[data-gone-after])::after{content:'';position:absolute;inset-inline:-12px auto;inline-size:28px;block-size:0;border-block-start:2px dashed var(--nga-lost)}
.document section[data-gone-before]::after{inset-block-start:-7px}
.document section[data-gone-after]::after{inset-block-end:-7px}
.document section[data-change][data-current-change]::before{inline-size:5px;inset-inline-start:-13px}
.document section:is([data-gone-before],[data-gone-after])[data-current-change]::after{inline-size:56px}
`;

const changedWords = `
.document :is(ins,del)[data-word]{border-radius:2px;-webkit-box-decoration-break:clone;box-decoration-break:clone}
.document ins[data-word]{background:${tint('var(--nga-resolved)', 16)};text-decoration:underline 1.5px var(--nga-resolved-text);text-underline-offset:3px}
.document del[data-word],.document .change-gone del{background:${tint('var(--nga-lost)', 11)};color:var(--nga-lost-text);text-decoration:line-through;white-space:pre-line}
.document del[data-word]{margin-inline-end:.15em;font-weight:400}
.document pre del[data-word]{white-space:pre-wrap}
.document [data-changed-drawing]{outline:2px dashed var(--nga-resolved);outline-offset:3px;border-radius:2px}
.document :is(del[data-word],.change-note){-webkit-user-select:none;user-select:none}
`;

const changeNotes = `
.document .change-note{margin:0 0 6px;font:13px/1.5 var(--nga-font);letter-spacing:0;color:var(--nga-muted)}
.document .change-source{margin:8px 0 0}
.document .change-label+*{margin-block-start:0}
.document .change-label{font-size:11.5px;font-weight:600;line-height:18px}
.document .change-gone{margin:12px 0;padding:6px 10px;border:1px dashed color-mix(in srgb,var(--nga-lost) 45%,var(--nga-line));border-radius:var(--nga-radius)}
.document .change-gone[data-current-change]{border-color:var(--nga-lost);border-style:solid}
.document .change-gone .change-label{display:block;color:var(--nga-lost-text)}
.document .change-source{padding:6px 10px;border:1px solid var(--nga-line);border-radius:var(--nga-radius);background:var(--nga-raised)}
.document .change-source .mdv-diff{margin:2px 0 0;font:12.5px/1.6 var(--nga-mono);color:var(--nga-text)}
@media (forced-colors:active){
.document section[data-change]::before{forced-color-adjust:none;background:CanvasText}
.document section[data-change=changed]::before{background:${striped('CanvasText', 7, 10)}}
.document section[data-change=moved]::before{background:${striped('CanvasText', 3, 6)}}
}
`;

const layout = blocks + words + lists + figures + parts + cursor;
const reading = pictures + alerts + folds + print;
const changes = changedBlocks + changedWords + changeNotes;

export const documentStyles = layout + reading + code + highlightStyles + changes;
