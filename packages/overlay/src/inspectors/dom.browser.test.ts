import { afterEach, describe, expect, it } from 'vitest';

import { describeElement, domPath, queryDomPath } from './dom.ts';
import { element } from './testing/page.ts';

function show(html: string): void {
  document.body.innerHTML = html;
}

afterEach(() => {
  document.body.innerHTML = '';
});

describe('the path to an element', () => {
  it.each([
    ['a stable id', '<b id="save"></b>', 'b', '#save'],
    ['no counted id', '<b id="radix-12" class="title"></b>', 'b', 'b.title'],
    ['no id of useId', '<b id=":r1:" class="title"></b>', 'b', 'b.title'],
    ['a test id', '<b data-testid="order-1"></b><b></b>', 'b', 'b[data-testid="order-1"]'],
    [
      'no hashed class',
      '<b class="css-1x2y3z sc-bdVaJa card_root__a8Xk2 headline"></b><b></b>',
      'b',
      'b.headline',
    ],
    ['no class of the moment', '<b class="is-open active menu-item"></b><b></b>', 'b', 'b.menu-item'],
    ['the place among siblings', '<ul><li></li><li class="x"></li></ul>', '.x', 'li:nth-of-type(2)'],
    ['what is around it', '<p id="one"><i></i></p><p id="two"><i></i></p>', '#two i', '#two > i'],
  ])('uses %s', (_, html, selector, expected) => {
    show(html);
    expect(domPath(element(selector))).toBe(expected);
  });

  it('leads to each element of a page and to no other', () => {
    show(
      `<main>${'<section><h2>a</h2><ul>'.repeat(3)}${'<li><a href="#">x</a><a>y</a></li>'.repeat(4)}</ul></section></main><form><input name="id"><input name="parentElement"></form>`,
    );
    for (const each of document.body.querySelectorAll('*')) {
      const path = domPath(each);
      expect(queryDomPath(path)).toBe(each);
      expect(document.querySelectorAll(path)).toHaveLength(1);
    }
  });

  it('goes into open shadow roots and frames', () => {
    show('<div id="host"></div><iframe id="frame"></iframe>');
    const shadow = element('#host').attachShadow({ mode: 'open' });
    shadow.innerHTML = '<p><b>1</b><b class="second">2</b></p>';
    const inner = element('.second', shadow);
    expect(domPath(inner)).toBe('#host >>> b.second');
    expect(queryDomPath(domPath(inner))).toBe(inner);
    const frame = (element('#frame') as HTMLIFrameElement).contentDocument;
    if (frame === null) throw new Error('The frame has no document.');
    frame.body.innerHTML = '<i></i>';
    expect(queryDomPath(domPath(element('i', frame)))).toBe(element('i', frame));
  });

  it('answers null for what is gone and for what is no path', () => {
    expect(queryDomPath('#gone')).toBeNull();
    expect(queryDomPath('##')).toBeNull();
    expect(queryDomPath('body >>> p')).toBeNull();
  });
});

describe('what a person would call an element', () => {
  it.each([
    [
      '<form aria-label="Checkout"><button>Save  now</button></form>',
      'button',
      'button "Save now" in form "Checkout"',
    ],
    ['<section><h2>Orders</h2><a href="#">All</a></section>', 'a', 'link "All" in section "Orders"'],
    ['<label for="m">Mail</label><input id="m" type="email">', 'input', 'email input "Mail"'],
    ['<img alt="A cat">', 'img', 'image "A cat"'],
    [
      '<div role="dialog" aria-labelledby="t"><h3 id="t">Sure?</h3><p>x</p></div>',
      'p',
      'p "x" in dialog "Sure?"',
    ],
    ['<p data-annotate-redact>hidden</p>', 'p', 'p'],
    ['<p>key sk-proj-abcdef0123456789ABCD</p>', 'p', 'p "key [redacted]"'],
    ['<div></div>', 'div', 'div'],
  ])('%s', (html, selector, expected) => {
    show(html);
    expect(describeElement(element(selector))).toBe(expected);
  });
});
