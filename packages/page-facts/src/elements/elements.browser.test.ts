import { beforeEach, describe, expect, it } from 'vitest';

import { givenNameOf, nameOf, roleOf, statesOf } from './index.ts';

beforeEach(() => document.body.replaceChildren());

function show(html: string, into: HTMLElement = document.body): Element {
  into.innerHTML = html;
  const [element = into] = into.querySelectorAll('[data-this]');
  return element;
}

function described(element: Element) {
  const role = roleOf(element);
  return { role, name: nameOf(element, role), states: statesOf(element, role) };
}

describe('an element of a frame, whose classes are others than ours,', () => {
  it.each([
    ['<label>Name <input data-this required></label>', 'textbox', 'Name', ['required']],
    ['<input data-this type="submit" value="Send" disabled>', 'button', 'Send', ['disabled']],
    ['<select data-this multiple title="Sizes"></select>', 'listbox', 'Sizes', []],
    ['<select><option data-this selected>Small</option></select>', 'option', 'Small', ['selected']],
    ['<details data-this open><summary>More</summary></details>', 'group', '', ['expanded']],
    ['<svg data-this><title>Logo</title></svg>', 'img', 'Logo', []],
    ['<b id="n">Notes</b><div data-this contenteditable aria-labelledby="n">x</div>', 'textbox', 'Notes', []],
    ['<a data-this href="/" aria-current="page">Home</a>', 'link', 'Home', ['current']],
  ])('has role, name and states: %s', (html, role, name, states) => {
    const frame = document.body.appendChild(document.createElement('iframe'));
    const body = frame.contentDocument?.body;
    if (body === undefined) throw new Error('The frame has no document.');
    expect(described(show(html, body))).toEqual({ role, name, states });
  });

  it('that has the focus says so', () => {
    const frame = document.body.appendChild(document.createElement('iframe'));
    const body = frame.contentDocument?.body;
    if (body === undefined) throw new Error('The frame has no document.');
    const field = show('<input data-this>', body);
    (field as HTMLInputElement).focus();
    expect(described(field).states).toEqual(['focused']);
  });
});

describe('what is private', () => {
  const isPrivate = (element: Element) => element.hasAttribute('data-private');

  it.each([
    ['inside', '<button data-this>Call <b data-private>Ann</b></button>', 'Call'],
    ['as the element itself', '<button data-this data-private>Ann</button>', ''],
    ['as its label', '<label data-private for="f">Ann</label><input id="f" data-this>', ''],
    ['as what it refers to', '<p id="p" data-private>Ann</p><input data-this aria-labelledby="p">', ''],
    [
      'in what it refers to',
      '<p id="p">Of <b data-private>Ann</b></p><i role="img" data-this aria-labelledby="p"></i>',
      'Of',
    ],
  ])('is not in a name: %s', (_, html, name) => {
    const element = show(html);
    expect(nameOf(element, roleOf(element), { isPrivate })).toBe(name);
  });

  it('is read again for who may see it', () => {
    const element = show('<label data-private for="f">Ann</label><input id="f" data-this>');
    expect(givenNameOf(element, { isPrivate })).toBe('');
    expect(givenNameOf(element)).toBe('Ann');
  });
});
