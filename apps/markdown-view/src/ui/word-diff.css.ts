export const wordDiffCss = `
.mdv-diff{margin:0;white-space:pre-wrap;overflow-wrap:anywhere}
.mdv-diff :is(del,ins){border-radius:2px;padding:0 1px;-webkit-box-decoration-break:clone;box-decoration-break:clone}
.mdv-diff del{background:color-mix(in srgb,var(--nga-lost) 12%,var(--nga-surface));color:var(--nga-lost-text);text-decoration:line-through}
.mdv-diff ins{background:color-mix(in srgb,var(--nga-resolved) 14%,var(--nga-surface));color:var(--nga-resolved-text);text-decoration:underline;text-underline-offset:2px}
`;
