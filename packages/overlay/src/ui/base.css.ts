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
.nga-icon{flex:none;display:block;fill:none;stroke:currentColor;stroke-width:1.5;stroke-linecap:round;stroke-linejoin:round}
.nga-unseen{position:absolute;width:1px;height:1px;overflow:hidden;clip-path:inset(50%);white-space:nowrap}
.nga-surface{background:var(--nga-surface);border:1px solid var(--nga-line);border-radius:var(--nga-radius-panel);box-shadow:var(--nga-shadow);pointer-events:auto}
.nga-plain-notice{appearance:none;padding:8px 12px;text-align:start;cursor:pointer}
.nga-foot-stack{position:fixed;bottom:16px;left:50%;translate:-50%;display:flex;flex-direction:column;align-items:center;gap:8px;width:max-content;max-width:min(720px,calc(100vw - 120px));pointer-events:none}
@media (prefers-reduced-motion:no-preference){
.nga-panel,.nga-list,.nga-notice,.nga-bar,.nga-menu{animation:nga-in .14s ease-out}
.nga-btn,.nga-badge,.nga-launcher{transition:opacity .12s ease-out,transform .12s ease-out}
@keyframes nga-in{from{opacity:0;transform:translateY(4px)}}
}
@media (max-width:480px){
.nga-foot-stack{max-width:calc(100vw - 24px);bottom:64px}
}
@media (forced-colors:active){
.nga-btn,.nga-launcher{border:1px solid ButtonText}
.nga-dot{forced-color-adjust:none}
[aria-pressed=true],[aria-selected=true]{outline:2px solid Highlight}
}
`;
