/**
 * The look of what changed since the last review: a bar beside changed blocks, a thin line where blocks were removed. Each
 * kind has its own pattern, so that colour is not the only sign.
 */
const bar = (image: string) =>
  `content:'';position:absolute;inset-block:2px;inset-inline-start:-12px;inline-size:3px;border-radius:2px;background:${image}`;
const striped = (color: string, on: number, off: number) =>
  `repeating-linear-gradient(to bottom,${color} 0 ${on}px,transparent ${on}px ${off}px)`;
const tint = (color: string, share: number) => `color-mix(in srgb,${color} ${share}%,var(--nga-surface))`;

const blocks = `
.document section:is([data-change],[data-gone-before],[data-gone-after]){position:relative}
.document section[data-kind=definition]:is([data-change],[data-gone-before],[data-gone-after]){display:flow-root}
.document section[data-change]::before{${bar('var(--nga-resolved)')}}
.document section[data-change=changed]::before{background:${striped('var(--nga-accent)', 7, 10)}}
.document section[data-change=moved]::before{background:${striped('var(--nga-line-strong)', 3, 6)}}
.document section:is([data-gone-before],[data-gone-after])::after{content:'';position:absolute;inset-inline:-12px auto;inline-size:28px;block-size:0;border-block-start:2px dashed var(--nga-lost)}
.document section[data-gone-before]::after{inset-block-start:-7px}
.document section[data-gone-after]::after{inset-block-end:-7px}
.document section[data-change][data-current-change]::before{inline-size:5px;inset-inline-start:-13px}
.document section:is([data-gone-before],[data-gone-after])[data-current-change]::after{inline-size:56px}
`;

const words = `
.document :is(ins,del)[data-word]{border-radius:2px;-webkit-box-decoration-break:clone;box-decoration-break:clone}
.document ins[data-word]{background:${tint('var(--nga-resolved)', 16)};text-decoration:underline 1.5px var(--nga-resolved-text);text-underline-offset:3px}
.document del[data-word],.document .change-gone del{background:${tint('var(--nga-lost)', 11)};color:var(--nga-lost-text);text-decoration:line-through;white-space:pre-line}
.document del[data-word]{margin-inline-end:.15em;font-weight:400}
.document pre del[data-word]{white-space:pre-wrap}
.document [data-changed-drawing]{outline:2px dashed var(--nga-resolved);outline-offset:3px;border-radius:2px}
.document :is(del[data-word],.change-note){-webkit-user-select:none;user-select:none}
`;

const notes = `
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

export const changeStyles = blocks + words + notes;
