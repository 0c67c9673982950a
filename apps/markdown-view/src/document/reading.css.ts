/** The look of pictures, alerts, front matter and folds, and of the printed document. */

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

export const readingStyles = pictures + alerts + folds + print;
