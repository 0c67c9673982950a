/** Pages with widgets as libraries draw them. What each was made to do is in `#out`. */

const script =
  "const out = document.getElementById('out'); const say = (text) => { out.textContent += text + ';'; };";

/** Widgets that are only pressed after something was scrolled, or through something else, and some that take no press. */
export const reachedPage = `<!doctype html><html lang="en"><title>Reached</title>
<style>dialog::backdrop { display: none } dialog { margin-top: 300px }</style>
<header style="position:sticky;top:0;height:60px;background:#eee;z-index:1">Shop</header>
<div id="list" style="height:150px;overflow:auto">${Array.from({ length: 30 }, (_, n) => `<p><button id="item${n}" onclick="say('item ${n}')">Item ${n}</button></p>`).join('')}</div>
<div style="height:0;overflow:hidden"><button id="folded" onclick="say('folded')">Folded</button></div>
<button id="off" style="pointer-events:none" onclick="say('off')">Off</button>
<input type="checkbox" id="toggle" style="position:absolute;clip:rect(0,0,0,0);pointer-events:none" onchange="say('toggle ' + this.checked)"><label for="toggle">Toggle</label>
<button onclick="say('icon')"><svg id="icon" width="20" height="20" style="pointer-events:none"><rect width="20" height="20"/></svg></button>
<button id="below" onclick="say('below')">Below</button>
<button id="behind" onclick="say('behind')">Behind</button>
<dialog aria-label="Terms"><button onclick="this.closest('dialog').close()">Agree</button></dialog>
<div style="height:3000px"></div><p id="out"></p><script>${script}</script>`;

/** Editors that draw their text themselves, in `#drawn` and `#lines`; what is typed goes into fields without a size. */
export const editorsPage = `<!doctype html><html lang="en"><title>Editors</title>
<div id="context" style="width:300px;height:60px;border:1px solid"><div id="drawn" aria-hidden="true"></div>
<div role="textbox" tabindex="0" aria-label="Context" style="width:0;height:20px"></div></div>
<div id="area" style="width:300px;height:60px;border:1px solid"><div style="overflow:hidden;position:relative;width:3px;height:0">
<textarea aria-label="Area"></textarea></div><div id="lines" aria-hidden="true">old</div></div>
<span role="slider" tabindex="0" aria-label="Volume" aria-valuenow="20" aria-valuemin="0" aria-valuemax="100" style="display:block;width:20px;height:20px"></span>
<p id="out"></p><script>${script}
const slider = document.querySelector('[role=slider]');
slider.addEventListener('keydown', ({ key }) => {
  const by = { ArrowLeft: -5, ArrowRight: 5 }[key] ?? 0;
  slider.setAttribute('aria-valuenow', Math.max(0, Math.min(100, Number(slider.getAttribute('aria-valuenow')) + by)));
});
const isSelectAll = (event) => (event.ctrlKey || event.metaKey) && event.key === 'a';
const field = document.querySelector('[role=textbox]');
const context = new EditContext({ text: 'old' });
field.editContext = context;
const draw = () => { drawn.textContent = context.text; };
draw();
context.addEventListener('textupdate', draw);
field.addEventListener('keydown', (event) => {
  if (isSelectAll(event)) { event.preventDefault(); context.updateSelection(0, context.text.length); }
  if (event.key === 'Delete') { context.updateText(context.selectionStart, context.selectionEnd, ''); draw(); }
  if (event.key === 'Enter') say('context enter');
});
const area = document.querySelector('textarea');
let isAllSelected = false;
const replace = (text) => { lines.textContent = (isAllSelected ? '' : lines.textContent) + text; isAllSelected = false; };
area.addEventListener('keydown', (event) => {
  if (isSelectAll(event)) isAllSelected = true;
  if (event.key === 'Delete') replace('');
});
area.addEventListener('input', () => { replace(area.value); area.value = ''; });</script>`;
