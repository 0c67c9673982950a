/** Pages with frames of a site that agents may not use. `OTHER` is replaced by the same server under its other name. */

const bank = `<!doctype html><html lang="en"><title>Bank</title><h1>Account DE4711</h1>
<style>body { background: red }</style>
<button id="pay" onclick="said('paid')">Pay</button><input id="code" aria-label="Code" oninput="said('typed ' + this.value)"><a download="statement.txt" href="data:text/plain,statement" id="statement">Statement</a>
<p id="out">untouched</p><iframe title="Inside" srcdoc="<p>Balance 9000</p><button onclick='parent.said(&quot;inside&quot;)'>Transfer</button>"></iframe>
<iframe title="Back in the shop" src="OTHER/till"></iframe>
<script>
const said = (text) => { out.textContent = text; };
for (const type of ['pointerdown', 'mousedown', 'keydown', 'wheel', 'drop', 'paste']) document.addEventListener(type, () => said(type));
const log = () => { console.log('bank log'); fetch('/api?say=bankrequest'); }; log();
addEventListener('message', ({ data }) => { if (data === 'log') log(); if (data === 'download') statement.click(); if (data === 'confirm') said('answered ' + confirm('Pay 4711 now?')); });
</script>`;

const till = `<!doctype html><html lang="en"><title>Till</title><p>Till of the shop</p><input aria-label="Voucher"><button onclick="location.href = 'OTHER/bank'">To the bank</button>
<script>addEventListener('message', ({ data }) => { if (data === 'leave') location.href = 'OTHER/bank'; });</script>`;

/** The frames have their places, so that a point in each is known. */
const shop = `<!doctype html><html lang="en"><title>Shop</title><style>body { margin: 0 } iframe, object, embed { position: absolute; border: 0 }</style>
<div style="height: 100px"><h1 style="margin: 0">Shop</h1><input id="before" aria-label="Before"></div>
<iframe id="bank" title="Pay here" src="OTHER/bank" style="left: 0; top: 100px; width: 300px; height: 300px"></iframe>
<p style="position: absolute; top: 420px" id="below">Below <button id="buy" onclick="this.textContent = 'Bought'">Buy</button> <span id="card" draggable="true">Card</span></p>`;

const objects = `<!doctype html><html lang="en"><title>Objects</title><style>body { margin: 0 } object, embed { display: block }</style><h1>Objects</h1>
<object data="OTHER/bank" type="text/html" width="300" height="200"></object><embed src="OTHER/bank" type="text/html" width="300" height="200">`;

const nested = `<!doctype html><html lang="en"><title>Nested</title><h1>Nested</h1>
<iframe title="Written" srcdoc="<p>Written by the shop</p><iframe title='Bank' src='OTHER/bank'></iframe>" width="500" height="300"></iframe>
<iframe title="Sandboxed" sandbox="allow-scripts" src="OTHER/bank" width="300" height="200"></iframe>
<iframe title="Blank" width="300" height="100"></iframe><iframe title="Data" src="data:text/html,<p>Words of the data</p>" width="300" height="100"></iframe>
<script>document.querySelector('[title=Blank]').contentDocument.body.textContent = 'Blank of the shop'</script>`;

const moving = `<!doctype html><html lang="en"><title>Moving</title><h1>Moving</h1><iframe title="Till" src="/till" width="400" height="300"></iframe>`;

export const framePages = {
  '/bank': { html: bank },
  '/till': { html: till },
  '/shop': { html: shop },
  '/objects': { html: objects },
  '/nested-frames': { html: nested },
  '/moving-frame': { html: moving },
};
