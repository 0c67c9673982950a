/**
 * `all: initial` with `!important`, because a page's own `* { … }` outranks a shadow root's rules about its host unless
 * these are important. `direction` is not part of `all`: the overlay reads the way the page does.
 */
export const base = `
:host{all:initial!important;position:fixed!important;inset:0!important;display:block!important;pointer-events:none!important;z-index:2147483647!important}
:host([hidden]){display:none!important}
.nga-root{font:400 13px/1.45 var(--nga-font);color:var(--nga-text);letter-spacing:normal;text-align:start;-webkit-font-smoothing:antialiased;-webkit-text-size-adjust:100%}
.nga-root,.nga-root *,.nga-root ::before,.nga-root ::after{box-sizing:border-box}
.nga-root :where(p,ul,ol,h1,h2,h3,h4,h5,h6,pre,blockquote){margin:0;padding:0;font:inherit}
.nga-root :where(ul,ol){list-style:none}
.nga-root :where(button,textarea,select){font:inherit;color:inherit;letter-spacing:inherit;margin:0}
.nga-root :focus-visible{outline:2px solid var(--nga-accent);outline-offset:1px}
.nga-root [role=dialog]:focus{outline:none}
.nga-icon{flex:none;display:block;fill:none;stroke:currentColor;stroke-width:1.5;stroke-linecap:round;stroke-linejoin:round}
.nga-mono{font:400 12px/1.4 var(--nga-mono);direction:ltr;unicode-bidi:isolate}
.nga-root :is(time,h3,.nga-what,.nga-hint span){unicode-bidi:plaintext}
.nga-muted{color:var(--nga-muted)}
.nga-small:empty{display:none}
.nga-small{font-size:12px;line-height:1.4}
.nga-row{display:flex;align-items:center;gap:8px;min-width:0}
.nga-grow{flex:1;min-width:0}
.nga-text{white-space:pre-wrap;overflow-wrap:anywhere}
.nga-unseen{position:absolute;width:1px;height:1px;overflow:hidden;clip-path:inset(50%);white-space:nowrap}
.nga-surface{background:var(--nga-surface);border:1px solid var(--nga-line);border-radius:var(--nga-radius-panel);box-shadow:var(--nga-shadow);pointer-events:auto}
.nga-panel{position:fixed;inset-block-start:0;left:0;width:min(360px,calc(100vw - 16px));max-height:calc(100vh - 16px);display:flex;flex-direction:column;overflow:hidden;outline:none}
.nga-panel[data-docked]{inset:auto 16px 64px auto}
.nga-head{display:flex;align-items:center;gap:4px;padding:8px;padding-inline:14px 8px}
.nga-head h2{flex:1;font-weight:600;overflow:hidden;text-overflow:ellipsis;white-space:nowrap}
.nga-body{overflow:auto;overscroll-behavior:contain;min-height:0;scrollbar-width:thin}
.nga-foot{display:flex;align-items:center;gap:8px;padding:10px 14px;border-top:1px solid var(--nga-line)}
.nga-problem{color:var(--nga-lost-text);overflow-wrap:anywhere}
@media (prefers-reduced-motion:no-preference){
.nga-panel,.nga-list,.nga-notice,.nga-bar,.nga-menu{animation:nga-in .14s ease-out}
.nga-btn,.nga-badge,.nga-launcher{transition:opacity .12s ease-out,transform .12s ease-out}
@keyframes nga-in{from{opacity:0;transform:translateY(4px)}}
}
@media (max-width:480px){
.nga-root .nga-panel{inset:auto 0 0!important;width:100%;max-height:80vh;max-height:80dvh;border-radius:14px 14px 0 0;border-width:1px 0 0;padding-bottom:env(safe-area-inset-bottom)}
.nga-root :is(textarea,select){font-size:16px}
}
@media (forced-colors:active){
.nga-btn,.nga-badge,.nga-launcher,.nga-chip,.nga-highlight{border:1px solid ButtonText}
.nga-highlight{outline-color:Highlight}
.nga-dot{forced-color-adjust:none}
[aria-pressed=true],[aria-selected=true]{outline:2px solid Highlight}
}
`;
