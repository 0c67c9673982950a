/** A form with every kind of field; `#out` says what the form would send. */
export const formPage = `<!doctype html><html lang="en"><title>Form</title>
<style>.hidden-box { position: absolute; opacity: 0; width: 0; height: 0 } .options { display: none } .open .options { display: block } .options div { cursor: pointer }</style>
<form id="form">
  <label>Full name * <input name="name" value="Old name"></label>
  <label>Password <input type="password" name="password"></label>
  <label>Born <input type="date" name="born"></label>
  <label>Colour <input type="color" name="colour"></label>
  <label>Size <select name="size"><option>Small<option value="l">Large<option disabled>Huge</select></label>
  <label>Toppings <select name="toppings" multiple><option selected>Salt<option>Oil<option>Nuts</select></label>
  <label><input type="checkbox" name="news"> Newsletter</label>
  <input type="checkbox" id="terms" name="terms" class="hidden-box"><label for="terms">Terms</label>
  <fieldset><legend>Delivery</legend><label><input type="radio" name="delivery" value="post"> By post</label><label><input type="radio" name="delivery" value="van"> By van</label></fieldset>
  <label>Note <textarea name="note"></textarea></label>
  <label>Locked <input name="locked" disabled></label>
</form>
<div contenteditable role="textbox" aria-label="Story" id="story" style="border:1px solid">Once</div>
<div role="switch" aria-checked="false" aria-label="Dark" id="dark" tabindex="0" onclick="this.setAttribute('aria-checked', String(this.getAttribute('aria-checked') !== 'true'))">Dark</div>
<div id="country" onclick="this.classList.add('open')"><div role="combobox" aria-label="Country" tabindex="0" id="country-box" aria-expanded="false">Choose</div>
  <div class="options" role="listbox"><div role="option">Chile</div><div role="option">Kenya</div></div></div>
<iframe title="Card" src="OTHER/inner" width="300" height="120"></iframe>
<p id="out"></p>
<script>
for (const option of document.querySelectorAll('[role=option]')) option.onclick = (event) => {
  event.stopPropagation(); document.getElementById('country-box').textContent = option.textContent; document.getElementById('country').classList.remove('open');
};
setInterval(() => {
  const sent = [...new FormData(form)].map(([name, value]) => name + '=' + value);
  out.textContent = [...sent, 'story=' + story.textContent, 'dark=' + dark.getAttribute('aria-checked'), 'country=' + document.getElementById('country-box').textContent].join('&');
}, 50);
</script>`;

/** Its main thread is busy for a while, and `facts()` says how the browser shows it. */
export const slowPage = `<!doctype html><html lang="en"><meta name="viewport" content="width=device-width"><title>Slow</title><h1>Slow page</h1>
<style>body { background: white } @media (prefers-color-scheme: dark) { body { background: black } }</style>
<p id="facts"></p><script>
const until = performance.now() + 120; while (performance.now() < until);
window.facts = () => [innerWidth, devicePixelRatio, matchMedia('(prefers-color-scheme: dark)').matches, matchMedia('(prefers-reduced-motion: reduce)').matches, new Intl.DateTimeFormat().resolvedOptions().timeZone, new Intl.NumberFormat().resolvedOptions().locale, navigator.maxTouchPoints > 0].join();
fetch('/api?delay=150&say=slow&token=abc');
</script>`;

// In parts, so that no scanner takes them for real ones.
export const keys = {
  live: ['sk', 'live', '4eC39HqLyjWDarjtT1zdp7dc'].join('_'),
  token: ['ghp', '16C7e42F292c6912E7710c838347Ae178B4a'].join('_'),
  text: ['ghp', 'Zz9Yy8Xx7Ww6Vv5Uu4Tt3Ss2Rr1Qq0Pp9Oo8'].join('_'),
  pin: '493817',
};

/** Keys as the settings of a service show them. */
export const keysPage = `<!doctype html><html lang="en"><title>Settings</title>
<label>API key <input value="${keys.live}"></label><label>Token <input value="${keys.token}"></label>
<label>PIN <input value="${keys.pin}"></label><label>Author <input value="ann-smith"></label>
<p>Use ${keys.text} for the script.</p>`;

/** Fields that repeat in the page, the console and an address what is in them. */
export const pastingPage = `<!doctype html><html lang="en"><title>Pasting</title>
<label>Field <input id="field" size="40"></label><label>Area <textarea id="area"></textarea></label>
<div id="editor" contenteditable role="textbox" aria-label="Editor" style="border:1px solid"><br></div>
<p id="echo"></p><button id="send" onclick="document.title = area.value; history.pushState(null, '', '?q=' + encodeURIComponent(area.value))">Send</button>
<script>
addEventListener('input', ({ target }) => {
  const text = target.value ?? target.textContent;
  echo.textContent = 'You wrote: ' + text; console.log('wrote', text); fetch('/api?say=' + encodeURIComponent(text));
});
</script>`;
