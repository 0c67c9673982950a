import { afterEach, expect, it } from 'vitest';

import { locate } from './locate.ts';

afterEach(() => document.body.replaceChildren());

function foundBy(selector: string, html: string): string | null {
  document.body.innerHTML = html;
  const located = locate({ by: 'selector', selector });
  return 'element' in located ? located.element.id : null;
}

const page = `<div id=all><p id=long>Save the whales</p><button id=b><span id=save>Save</span></button><span id=lower>save</span>
<p hidden id=hidden>Secret</p><div style="display:contents"><i id=boxless>Through</i></div><input id=send type=submit value="Send it">
<button id=icon aria-label="Close dialog"></button><p id=split>Two <b id=bold>bold</b> words</p><div id=row2><a id=del2>Delete</a></div></div>`;

it.each([
  {
    selector: 'text=Save',
    id: 'save',
    what: 'the innermost element with exactly this text, before those that contain it',
  },
  { selector: 'text=sAVE', id: 'save', what: 'any case, when none is the same' },
  { selector: 'text="save"', id: 'lower', what: 'exactly this text in quotation marks' },
  { selector: 'text="Sav"', id: null, what: 'no part of a text in quotation marks' },
  { selector: 'text=whales', id: 'long', what: 'a part of a text' },
  { selector: 'text=Secret', id: null, what: 'nothing that is hidden' },
  { selector: 'text=Through', id: 'boxless', what: 'text inside of an element without a box' },
  { selector: 'text=Send it', id: 'send', what: 'the text on a button that is an input' },
  { selector: 'text=Close', id: 'icon', what: 'the label of an icon' },
  { selector: 'text=Two bold words', id: 'split', what: 'text that spans elements' },
  { selector: '#row2 >>> text=Delete', id: 'del2', what: 'text within an element' },
])('$selector: $what', ({ selector, id }) => {
  expect(foundBy(selector, page)).toBe(id);
});

it('finds text in a shadow root, also when it is slotted', () => {
  document.body.innerHTML = '<my-card><b id=slotted>Slotted</b></my-card>';
  const root = document.querySelector('my-card')?.attachShadow({ mode: 'open' });
  root?.append(document.createRange().createContextualFragment('<u id=inner>Inner</u><slot></slot>'));
  const idOf = (selector: string) => {
    const located = locate({ by: 'selector', selector });
    return 'element' in located ? located.element.id : null;
  };
  expect([idOf('text=Inner'), idOf('text=Slotted')]).toEqual(['inner', 'slotted']);
});

it('finds what can be pressed around a text that is slotted without an element of its own', () => {
  document.body.innerHTML = '<slotted-option id=option>Plum</slotted-option>';
  const root = document.querySelector('slotted-option')?.attachShadow({ mode: 'open' });
  root?.append(
    document.createRange().createContextualFragment('<span id=content><slot id=slot></slot></span>'),
  );
  const located = locate({ by: 'selector', selector: 'text=Plum' });
  expect('element' in located ? located.element.id : null).toBe('content');
});
