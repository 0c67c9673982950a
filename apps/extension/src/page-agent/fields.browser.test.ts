import { afterEach, expect, it } from 'vitest';

import { choose, fieldValue, focusField } from './fields.ts';

afterEach(() => document.body.replaceChildren());

const at = (selector: string) => ({ by: 'selector', selector }) as const;

it('uses the only field in what is named, as an editor or a component has it inside', () => {
  document.body.innerHTML = '<div id="editor"><i>B</i><div contenteditable="true">Draft</div></div>';
  expect(focusField(at('#editor'), true)).toMatchObject({ state: 'ready', kind: 'text' });
  expect(String(getSelection())).toBe('Draft');
  expect(fieldValue(at('#editor'))).toBe('Draft');
});

it('does not choose between several fields', () => {
  document.body.innerHTML = '<form id="both"><input><textarea></textarea></form>';
  expect(focusField(at('#both'), true)).toMatchObject({ state: 'not-editable' });
});

it.each([
  { html: '<select><option>One<option value="2">Two</select>', text: 'Two', value: 'Two' },
  { html: '<input type="color">', text: '#336699', value: '#336699' },
  { html: '<input type="range" min="0" max="10">', text: '7', value: '7' },
  { html: '<input type="date">', text: '2026-01-31', value: '2026-01-31' },
])('sets $html to $text', ({ html, text, value }) => {
  document.body.innerHTML = `<div id="wrap">${html}</div>`;
  let changes = 0;
  document.body.onchange = () => changes++;
  expect(focusField(at('#wrap'), false)).toMatchObject({ kind: 'choice' });
  expect(choose(at('#wrap'), text)).toBeNull();
  expect(fieldValue(at('#wrap'))).toBe(value);
  expect(changes).toBe(1);
});
