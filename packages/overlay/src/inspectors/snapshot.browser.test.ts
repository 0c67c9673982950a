import { afterEach, describe, expect, it } from 'vitest';

import { domSnapshot } from './snapshot.ts';
import { element } from './testing/page.ts';

function snapshot(html: string): string {
  document.body.innerHTML = html;
  return domSnapshot(element('body > *'));
}

afterEach(() => {
  document.body.innerHTML = '';
});

describe('a snapshot', () => {
  it('is the HTML of a plain element', () => {
    const html =
      '<p class="a" title="&quot;x&quot; &amp; y">a &lt;b&gt; &amp; c<br><input value="v" disabled=""></p>';
    expect(snapshot(html)).toBe(html);
  });

  it.each([
    ['<input type="password" value="hunter2">', '<input type="password" value="[redacted]">'],
    ['<input type="hidden" name="x" value="tok">', '<input type="hidden" name="x" value="[redacted]">'],
    ['<input autocomplete="cc-number" value="4">', '<input autocomplete="cc-number" value="[redacted]">'],
    ['<textarea name="apiKey">abc</textarea>', '<textarea name="apiKey">[redacted]</textarea>'],
    ['<p data-api-key="abc">x</p>', '<p data-api-key="[redacted]">x</p>'],
    [
      '<div><p data-annotate-redact title="who">Ann <b>Smith</b></p> ok</div>',
      '<div><p data-annotate-redact="">[redacted]</p> ok</div>',
    ],
    [
      '<div><p data-private="" title="who">Ann</p> ok</div>',
      '<div><p data-private="">[redacted]</p> ok</div>',
    ],
    ['<p>Bearer abcdef123456</p>', '<p>Bearer [redacted]</p>'],
  ])('masks %s', (html, expected) => {
    expect(snapshot(html)).toBe(expected);
  });

  it('masks an element inside of a masked one', () => {
    document.body.innerHTML = '<div data-annotate-redact><p class="x">Ann</p></div>';
    expect(domSnapshot(element('.x'))).toBe('<p class="x">[redacted]</p>');
  });

  it('leaves out our marks, comments, code and the overlay', () => {
    expect(
      snapshot(
        '<div data-annotate-source="a:1:1" data-v-inspector="a:1:1" data-ng-source-location="a@o:0,l:0,c:0"><!--x--><script>1</script><style>a{}</style><nga-overlay>ours</nga-overlay></div>',
      ),
    ).toBe('<div><script></script><style></style></div>');
  });

  it('shows open shadow roots', () => {
    document.body.innerHTML = '<div><p></p></div>';
    element('p').attachShadow({ mode: 'open' }).innerHTML = '<i>in</i>';
    expect(domSnapshot(element('div'))).toBe(
      '<div><p><template shadowrootmode="open"><i>in</i></template></p></div>',
    );
  });

  it('is cut at 5,000 characters with a mark', () => {
    const cut = snapshot(`<p>${'x'.repeat(8_000)}</p>`);
    expect(cut.length).toBeLessThan(5_100);
    expect(cut.endsWith('x… (truncated, 8007 characters)')).toBe(true);
  });

  it('does not walk a huge page to the end, and does not touch it', () => {
    const list = document.createElement('ul');
    list.innerHTML = `<li>${'y'.repeat(190)}</li>`.repeat(100_000);
    document.body.replaceChildren(list);
    let changes = 0;
    const observer = new MutationObserver(() => changes++);
    observer.observe(list, { subtree: true, childList: true, attributes: true, characterData: true });
    const cut = domSnapshot(list);
    // It would say how many there are, had it counted them.
    expect(cut.endsWith('… (truncated, more than 100000 characters)')).toBe(true);
    expect(observer.takeRecords()).toEqual([]);
    expect(changes).toBe(0);
    observer.disconnect();
  });

  it('says what a field was given, not what was typed', () => {
    document.body.innerHTML = '<input name="q" value="given">';
    (element('input') as HTMLInputElement).value = 'typed';
    expect(domSnapshot(element('input'))).toBe('<input name="q" value="given">');
  });
});
