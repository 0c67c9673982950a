export const changesCss = `
.mdv-strip.mdv-changes{min-height:34px;padding-block:3px;box-sizing:border-box}
.mdv-steps{display:flex;align-items:center;gap:2px}
.mdv-steps p{margin-inline-start:6px;font-variant-numeric:tabular-nums}
.mdv-toolbar [data-nga=changes][aria-pressed=true]{background:var(--nga-hover);color:var(--nga-text)}
.mdv-was{display:grid;gap:4px;padding:8px 10px;border-radius:var(--nga-radius);background:var(--nga-raised);grid-template-columns:minmax(0,1fr)}
.mdv-was-text[data-long]{max-height:9.5em;overflow:hidden;-webkit-mask-image:linear-gradient(#000 75%,transparent);mask-image:linear-gradient(#000 75%,transparent)}
.mdv-card .mdv-was .nga-btn{justify-self:start;min-height:24px;margin-inline-start:-6px;padding:0 6px;font-size:12px;max-width:calc(100% + 6px);color:var(--nga-link)}
.mdv-was ul{margin:0;padding:0;list-style:none;display:grid;justify-items:start;min-width:0}
.mdv-was li{min-width:0;max-width:100%}
.mdv-was li .nga-btn span{line-height:1.5;overflow:hidden;text-overflow:ellipsis;white-space:nowrap}
@media (max-width:719px){.mdv-changes .mdv-step-kind,.mdv-changes:has(.mdv-steps)>.nga-icon{display:none}.mdv-steps p{white-space:nowrap}.mdv-strip.mdv-changes{padding-inline:12px 8px;gap:4px 8px}.mdv-strip.mdv-changes .mdv-steps{flex:1 1 0}}
@media print{.mdv-changes{display:none}}
`;
