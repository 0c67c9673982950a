import { framePages } from './frame-pages.ts';
import { formPage, keysPage, pastingPage, slowPage } from './tool-pages.ts';
import { editorsPage, reachedPage } from './widget-pages.ts';

/** The pages of the test site. What a page was made to do is in its `#out`, or in its title. */
export interface SitePage {
  readonly html: string;
  readonly headers?: Readonly<Record<string, string>>;
}

function page(title: string, body: string, script = ''): string {
  return `<!doctype html><html lang="en"><title>${title}</title><body>${body}<p id="out"></p>
<script>const out = document.getElementById('out'); const say = (text) => { out.textContent += text + ';'; }; ${script}</script>`;
}

const forms = page(
  'Forms',
  `<h1>Order</h1>
<form onsubmit="event.preventDefault(); say('sent ' + new URLSearchParams(new FormData(this)))">
  <label>Email <input name="email" value="old@a.test"></label>
  <label>Password <input type="password" name="password" value="hunter2"></label>
  <label>Fruit <select name="fruit"><option>Apple<option value="p">Pear<option disabled>Fig</select></label>
  <label>Day <input type="date" name="day"></label>
  <label>Note <textarea name="note"></textarea></label>
  <label><input type="checkbox" name="agree" style="position:absolute;opacity:0"> <span>I agree</span></label>
  <label>Fixed <input readonly value="fixed"></label>
  <button>Send</button>
</form>
<div id="editor" contenteditable role="textbox" aria-label="Editor" style="border:1px solid">Draft</div>
<input id="keys" aria-label="Keys">`,
  `const keys = document.getElementById('keys');
for (const type of ['keydown', 'keyup']) keys.addEventListener(type, (event) => {
  const held = ['ctrl', 'alt', 'meta', 'shift'].filter((name) => event[name + 'Key']).join('-');
  say((type === 'keydown' ? '+' : '-') + (held ? held + '-' : '') + event.key + (event.isTrusted ? '' : ' fake'));
});`,
);

const targets = page(
  'Targets',
  `<style>@keyframes slide { to { translate: 300px } } .settling { animation: slide 400ms linear forwards }</style>
<div style="position:relative;height:60px"><button id="covered" onclick="say('covered')">Buy</button>
  <div id="banner" style="position:absolute;inset:0;background:#eee">Cookies? <button onclick="banner.remove()">Accept cookies</button></div></div>
<button id="hidden" style="display:none">Hidden</button>
<button id="disabled" disabled>Disabled</button>
<div><button id="moving" style="position:relative" onclick="say('moving')">Moving</button></div>
<div><button id="settling" class="settling" onclick="say('settled')">Settling</button></div>
<button id="late" onclick="setTimeout(() => document.body.insertAdjacentHTML('afterbegin', '<button id=later onclick=say(\\'later\\')>Later</button>'), 400)">Late</button>
<div id="list"></div>
<div style="height:3000px"></div>
<button id="far" onclick="say('far')">Far</button>
<p style="width:90px">Some words <a id="wrapped" href="#wrapped" onclick="say('wrapped')">a link that wraps over several lines</a></p>
<div style="position:fixed;top:0;left:0;right:0;height:40px;background:#ddd;pointer-events:none">Header</div>`,
  `window.render = (names) => { document.getElementById('list').replaceChildren(...names.map((name) => {
  const button = document.createElement('button'); button.textContent = name; button.onclick = () => say(name + '!'); return button; })); };
render(['Rename', 'Remove', 'Same', 'Same']);
// A hidden tab holds its animations still and slows its timers down, and what stands still can be clicked on. Messages are
// delivered all the time, so that the button is elsewhere whenever it is looked at.
window.keepMoving = (ms) => {
  const end = performance.now() + ms;
  const { port1, port2 } = new MessageChannel();
  let at = 0;
  port1.onmessage = () => { at = (at + 1) % 300; moving.style.left = at + 'px'; if (performance.now() < end) port2.postMessage(0); };
  port2.postMessage(0);
};`,
);

const dialogs = page(
  'Dialogs',
  `<button id="alert" onclick="alert('Saved'); say('after alert')">Alert</button>
<button id="confirm" onclick="say('confirm ' + confirm('Delete all?'))">Confirm</button>
<button id="prompt" onclick="say('prompt ' + prompt('Name?', 'none'))">Prompt</button>
<button id="later" onclick="setTimeout(() => { alert('Late'); say('late') }, 600)">Later</button>
<button id="unsaved" onclick="onbeforeunload = (event) => event.preventDefault(); say('unsaved')">Unsaved</button>
<a href="/second">Leave</a>`,
);

const spa = page(
  'App',
  `<nav><a href="/spa/list" id="list-link">List</a> <a href="/second">Leave</a> <a href="/second" target="_blank" id="new">New tab</a></nav><main>Home</main>`,
  `const main = document.querySelector('main');
document.getElementById('list-link').onclick = async (event) => {
  event.preventDefault(); history.pushState(null, '', '/spa/list'); main.textContent = 'Loading';
  const { said } = await (await fetch('/api?delay=150&say=loaded')).json(); document.title = 'List'; main.innerHTML = '<h2>' + said + '</h2><ul></ul>'; more();
};
let count = 0;
const more = () => { for (let n = 0; n < 20; n++) main.querySelector('ul').insertAdjacentHTML('beforeend', '<li style="height:80px">Item ' + ++count + '</li>'); };
addEventListener('scroll', () => { if (main.querySelector('ul') && count < 200 && scrollY + innerHeight > document.documentElement.scrollHeight - 100) setTimeout(more, 100); });`,
);

const frames = page(
  'Frames',
  `<div style="height:120px">Above</div>
<iframe title="Same" src="/inner" width="360" height="120"></iframe>
<iframe title="Other" src="OTHER/outer" width="500" height="300" style="margin-left:37px;border:5px solid"></iframe>`,
);

const inner = page(
  'Inner',
  `<button onclick="say('pressed in ' + location.hostname)">Press</button><input aria-label="Field" oninput="out.textContent = this.value">`,
);

const outer = page(
  'Outer',
  `<button onclick="say('outer pressed')">Outer button</button><iframe title="Deep" src="OTHER/inner" width="380" height="150"></iframe>`,
);

const shadow = page(
  'Shadow',
  `<open-box></open-box><closed-box></closed-box><div id="plain-host"></div>`,
  `const define = (name, mode) => customElements.define(name, class extends HTMLElement { constructor() { super();
  const root = this.attachShadow({ mode }); root.innerHTML = '<button>In ' + mode + '</button><input aria-label="' + mode + ' field">';
  root.querySelector('button').onclick = () => say(mode + ' pressed'); } });
define('open-box', 'open'); define('closed-box', 'closed');
const root = document.getElementById('plain-host').attachShadow({ mode: 'closed' });
root.innerHTML = '<button>In a plain host</button><div></div>';
root.lastChild.attachShadow({ mode: 'closed' }).innerHTML = '<button>In two hosts</button>'; root.querySelector('button').onclick = () => say('plain pressed');`,
);

const dragging = page(
  'Dragging',
  `<div id="card" draggable="true" style="width:80px;height:40px;background:#fcc">Card</div>
<div id="column" style="width:200px;height:80px;background:#eee;margin-top:20px">Column</div>
<div id="knob" style="width:30px;height:30px;background:#36c;position:absolute;left:300px;top:20px">Knob</div>
<label style="display:block">Attach <input type="file" id="file" multiple style="display:none"></label>
<div id="zone" style="width:200px;height:60px;background:#efe">Drop files here</div>`,
  `card.ondragstart = (event) => event.dataTransfer.setData('text/plain', 'card 1');
column.ondragover = (event) => event.preventDefault();
column.ondrop = (event) => { event.preventDefault(); say('dropped ' + event.dataTransfer.getData('text/plain')); };
knob.onpointerdown = (event) => { knob.setPointerCapture(event.pointerId); knob.onpointermove = ({ clientX }) => { knob.style.left = clientX + 'px'; }; };
knob.onpointerup = () => { knob.onpointermove = null; say('knob ' + Math.round(parseFloat(knob.style.left))); };
const list = async (files) => { for (const file of files) say(file.name + '=' + await file.text()); };
file.onchange = () => list(file.files);
zone.ondragover = (event) => event.preventDefault();
zone.ondrop = (event) => { event.preventDefault(); list(event.dataTransfer.files); };`,
);

const pointing = page(
  'Pointing',
  `<style>.menu ul { display: none; position: absolute; left: 130px; top: 0 } .menu:hover ul { display: block }</style>
<div class="menu" style="width:300px">Menu <ul><li><button onclick="say('archived')">Archive</button></li></ul></div>
<canvas id="board" width="300" height="150" style="outline:1px solid" aria-label="Board" role="img"></canvas>
<ul id="rows"><li draggable="true">One</li><li draggable="true">Two</li><li draggable="true">Three</li></ul>
<div id="map" style="width:200px;height:100px;background:#def">Map</div>`,
  `const at = (event) => Math.round(event.offsetX) + ',' + Math.round(event.offsetY);
let drawn = 0;
board.onclick = (event) => say('click ' + at(event));
board.onpointerdown = (event) => { drawn = 0; board.onpointermove = () => drawn++; };
board.onpointerup = (event) => { board.onpointermove = null; say((drawn > 3 ? 'drawn to ' : 'released at ') + at(event)); };
map.addEventListener('wheel', (event) => { event.preventDefault(); say('zoom ' + Math.sign(event.deltaY)); }, { passive: false });
let held = null;
rows.ondragstart = (event) => { held = event.target; };
rows.ondragover = (event) => { event.preventDefault(); const row = event.target.closest('li'); if (row && row !== held) row.after(held); };
rows.ondrop = (event) => { event.preventDefault(); say([...rows.children].map((row) => row.textContent).join('')); };`,
);

/** As SvelteKit draws a page, with handlers that no attribute shows. */
const pressable = page(
  'Pressable',
  `<div style="display: contents"><div id="listener">Listener</div><div id="react">React</div>
<span id="icon" style="cursor:pointer"><svg width="20" height="20"><use href="#trash"></use></svg></span>
<ul id="list"><li>One</li><li>Two</li></ul><my-card><b>Slotted</b></my-card></div>
<label for="plain">Plain</label><div><input id="plain"></div><input type="password" aria-label="Secret" value="hunter2"><iframe title="Inner" src="/inner"></iframe>`,
  `listener.addEventListener('click', () => say('listener'));
react.__reactProps$x1 = { onClick: () => say('react') }; document.body.addEventListener('click', ({ target }) => target.__reactProps$x1?.onClick());
plain.addEventListener('click', () => say('plain')); icon.addEventListener('mousedown', () => say('icon'));
list.addEventListener('click', ({ target }) => say(target.textContent));
const root = document.querySelector('my-card').attachShadow({ mode: 'closed' });
root.innerHTML = '<p id="part">Part</p><slot></slot>'; root.getElementById('part').addEventListener('click', () => say('part'));`,
);

const uploads = page(
  'Uploads',
  `<button id="hidden-input" onclick="choose({ multiple: true, accept: '.csv,image/*' })">Add files</button>
<button id="slow" onclick="setTimeout(() => choose({}), 300)">Add later</button>
<button id="folder" onclick="choose({ webkitdirectory: true })">Add a folder</button>
<button id="nothing" onclick="say('menu')">Menu</button>
<button id="picker" onclick="showOpenFilePicker().catch((error) => say(error.name))">Open</button>
<label>One <input type="file" id="one"></label>
<div id="zone" style="width:200px;height:60px;background:#efe">Drop here <b>or not</b></div>
<iframe title="Widget" src="OTHER/upload-frame"></iframe>`,
  `addEventListener('dragover', (event) => event.preventDefault());
const choose = (options) => { const input = Object.assign(document.createElement('input'), { type: 'file', ...options });
  input.oncancel = () => say('cancelled'); input.onchange = () => take(input.files); input.click(); };
const take = async (files) => { for (const file of files) say(file.name + '=' + await file.text()); };
one.onchange = () => { take(one.files); one.value = ''; };
zone.ondrop = (event) => { event.preventDefault(); take(event.dataTransfer.files); };`,
);

const uploadFrame = page(
  'Widget',
  `<input type="file" id="file" style="display:none" onchange="say('got ' + this.files[0].name)"><button onclick="file.click()">Attach here</button>`,
);

const downloads = page(
  'Downloads',
  `<a id="file" href="/file/report.csv">Report</a> <a id="blob" download="made.txt">Made here</a>
<a id="slow" href="/file/slow.bin?delay=1500">Slow</a> <a id="new" target="_blank" href="/file/other.csv">In a new tab</a>
<a id="broken" href="/file/broken.bin?broken=1">Broken</a>`,
  `blob.href = URL.createObjectURL(new Blob(['made here']));`,
);

const busy = page(
  'Busy',
  `<button id="loop" onclick="setTimeout(() => { console.log('loops'); for (;;) {} })">Loop</button>
<button id="now" onclick="say('pressed'); const end = performance.now() + 6000; while (performance.now() < end);">Now</button>
<button id="other" onclick="say('other')">Other</button>`,
);

const noisy = page(
  'Noisy',
  `<button onclick="fetch('/api?status=500&token=abc').then(() => say('fetched'))">Fetch</button>`,
  `console.log('hello', { a: 1 }); console.warn('careful'); setTimeout(() => { throw new Error('boom') });
fetch('/api?say=first', { headers: { authorization: 'Bearer topsecret' } }).then(() => say('first'));`,
);

const listening = page(
  'Listening',
  `<h1 onclick="say('h1')">Listening</h1><iframe title="Other" src="OTHER/inner" width="360" height="120"></iframe>`,
  `window.heard = [];
for (const type of ['pointerdown', 'pointerup', 'mousedown', 'mouseup', 'click', 'auxclick', 'dblclick', 'contextmenu', 'touchstart', 'touchend'])
  window.addEventListener(type, (event) => heard.push(event.type), true);
window.complain = () => { console.error('The cart is broken'); };`,
);

// As a dev server's own overlay looks to the extension.
const ownOverlay = page(
  'Own overlay',
  `<h1>Own</h1><button id="load" onclick="document.documentElement.append(document.createElement('nga-overlay'))">Load</button>`,
  `if (location.search === '?at-once') globalThis.__ANNOTATE_OVERLAY__ = { startPointing: () => say('pointing') };`,
);

const leaving = page(
  'Leaving',
  `<a id="go" href="OTHER/private">Go</a> <a id="new" href="OTHER/private" target="_blank">Open</a> <a id="pay" href="OTHER/confirm">Pay</a>
<label>Code <input id="code" oninput="if (this.value.length === 3) location.href = 'OTHER/private'"></label>
<button onclick="const opened = window.open(''); opened.document.write('<title>Written</title><h1>Private words</h1>')">Write</button>`,
);

const secret = page(
  'Private title',
  '<h1>Private words</h1><input id="code" autofocus>',
  `console.log('private log'); fetch('/api?say=private'); document.title += window.injected === undefined ? '' : ' with a script';`,
);

const confirming = page('Confirm', '', `document.title = 'Answered ' + confirm('Pay everything?');`);

const strictBody = `<!doctype html><html lang="en"><title>Strict</title><h1>Strict page</h1><button>Press</button><label>Name <input></label>`;

const many = `<!doctype html><html lang="en"><title>Many</title><h1>Many</h1><ul>${Array.from(
  { length: 500 },
  (_, n) =>
    `<li><span>Row ${n}</span> <a href="/row/${n}">Open ${n}</a> <button aria-label="Delete row ${n}">x</button></li>`,
).join('')}</ul>`;

/** Fields that change what is typed: one each time, one only when a panel opened under the pointer. */
const stubborn = page(
  'Stubborn',
  `<label>Day <input id="day"></label> <label>Stay <input id="stay"></label> <label>Pin <input id="pin" type="password"></label>
<script>
for (const id of ['day', 'pin']) document.getElementById(id).addEventListener('input', ({ target }) => {
  requestAnimationFrame(() => { target.value = '2026-07-19'; });
});
const stay = document.getElementById('stay');
stay.addEventListener('input', () => {
  if (stay.dataset.opened !== undefined) return;
  stay.dataset.opened = '';
  document.body.append(document.createElement('aside'));
  setTimeout(() => { stay.value = '2026-11-2226-05-05'; }, 50);
});
</script>`,
);

export const pages: Readonly<Record<string, SitePage | undefined>> = {
  '/forms': { html: forms },
  ...framePages,
  '/form': { html: formPage },
  '/pasting': { html: pastingPage },
  '/slow': { html: slowPage },
  '/targets': { html: targets },
  '/reached': { html: reachedPage },
  '/editors': { html: editorsPage },
  '/dialogs': { html: dialogs },
  '/spa': { html: spa },
  '/spa/list': { html: spa },
  '/leaving': { html: leaving },
  '/private': { html: secret },
  '/keys': { html: keysPage },
  '/confirm': { html: confirming },
  '/late-picture': {
    html: page(
      'Text',
      '<h1>Late</h1><img src="/api?delay=700"><script>onload = () => { document.title = "All of it"; };</script>',
    ),
  },
  '/stubborn': { html: stubborn },
  '/second': { html: page('Second', '<h1>Second page</h1>') },
  '/frames': { html: frames },
  '/inner': { html: inner },
  '/outer': { html: outer },
  '/shadow': { html: shadow },
  '/dragging': { html: dragging },
  '/pointing': { html: pointing },
  '/uploads': { html: uploads },
  '/upload-frame': { html: uploadFrame },
  '/downloads': { html: downloads },
  '/busy': { html: busy },
  '/noisy': { html: noisy },
  '/pressable': { html: pressable },
  '/many': { html: many },
  '/listening': { html: listening },
  '/own-overlay': { html: ownOverlay },
  '/strict': {
    html: strictBody,
    headers: { 'content-security-policy': "default-src 'none'; base-uri 'none'; form-action 'none'" },
  },
  '/trusted': {
    html: strictBody,
    headers: {
      'content-security-policy': "require-trusted-types-for 'script'; trusted-types 'none'; style-src 'self'",
    },
  },
  '/sandboxed': { html: strictBody, headers: { 'content-security-policy': 'sandbox' } },
};
