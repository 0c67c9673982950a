import { afterEach, expect, it } from 'vitest';

import { choose, compareField, fieldValue, focusField, settledField } from './fields.ts';
import { takeSnapshot } from './snapshot.ts';

afterEach(() => document.body.replaceChildren());

const at = (selector: string) => ({ by: 'selector', selector }) as const;

it('uses the only field in what is named, as an editor or a component has it inside', () => {
  document.body.innerHTML = '<div id="editor"><i>B</i><div contenteditable="true">Draft</div></div>';
  expect(focusField(at('#editor'), true)).toMatchObject({ state: 'ready', kind: 'rich' });
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

it('leaves the selection where it is in what has the focus', () => {
  document.body.innerHTML = '<input value="Draft">';
  const input = document.querySelector('input');
  input?.focus();
  input?.setSelectionRange(1, 3);
  expect(focusField({ by: 'focus' }, false)).toMatchObject({ state: 'ready', kind: 'text' });
  expect([input?.selectionStart, input?.selectionEnd]).toEqual([1, 3]);
  focusField(at('input'), false);
  expect([input?.selectionStart, input?.selectionEnd]).toEqual([5, 5]);
});

it('knows an editor that takes its text from an EditContext', () => {
  document.body.innerHTML =
    '<section style="width:200px;height:40px"><div role="textbox" tabindex="0" aria-label="Code" style="width:0;height:20px"></div></section>';
  const field = document.querySelector('[role=textbox]');
  // TypeScript does not know the class yet.
  const EditContext: unknown = Reflect.get(globalThis, 'EditContext');
  if (field === null || typeof EditContext !== 'function') throw new Error('There is no EditContext.');
  Reflect.set(field, 'editContext', Reflect.construct(EditContext, [{ text: 'const a = 1' }]));
  expect(focusField(at('section'), true)).toMatchObject({ state: 'ready', kind: 'editor' });
  expect(document.activeElement).toBe(field);
  expect(fieldValue(at('[role=textbox]'))).toBe('const a = 1');
  expect(takeSnapshot({})).toMatchObject({
    lines: [expect.stringMatching(/^textbox "Code" \[e\d+\] ="const a = 1" focused$/)],
  });
});

it('reads what an editor draws', () => {
  document.body.innerHTML =
    '<section style="width:200px;height:60px"><div aria-hidden="true">1<br>2</div><div aria-hidden="true">const a = 1<br>const b = 2</div><textarea aria-label="Code" style="position:absolute;width:1px;height:1px;border:0;padding:0"></textarea></section>';
  expect(takeSnapshot({})).toMatchObject({
    lines: [expect.stringMatching(/^textbox "Code" \[e\d+\] ="const a = 1 const b = 2"$/)],
  });
});

it.each([
  {
    name: 'has no size',
    html: '<textarea style="width:1px;height:1px;border:0;padding:0;min-width:0"></textarea>',
  },
  {
    name: 'is in a box without a size',
    html: '<div style="position:relative;width:3px;height:0;overflow:hidden"><textarea></textarea></div>',
  },
  { name: 'is transparent', html: '<textarea style="opacity:0"></textarea>' },
])('takes a text area that $name for the keyboard of an editor', ({ html }) => {
  document.body.innerHTML = html;
  expect(focusField(at('textarea'), true)).toMatchObject({ state: 'ready', kind: 'editor' });
  expect(fieldValue(at('textarea'))).toBeNull();
});

it('knows what a field holds when a text has been typed at its caret', () => {
  document.body.innerHTML =
    '<input value="Draft"><input type="password" value="old"><input type="email" value="a@b">';
  expect(focusField(at('input'), false, ' two')).toMatchObject({ wanted: 'Draft two', mayRepeat: true });
  // What a secret holds is not told, so that only what replaces it is known.
  expect(focusField(at('[type=password]'), false, 'x')).toMatchObject({ wanted: null });
  expect(focusField(at('[type=password]'), true, 'new')).toMatchObject({ wanted: 'new', mayRepeat: true });
  expect(focusField(at('[type=email]'), false, 'x')).toMatchObject({ wanted: null });
  expect(focusField(at('input'), true, 'sent\n')).toMatchObject({ wanted: null });
});

it('tells a value that the page changes after it was typed', async () => {
  document.body.innerHTML = '<input>';
  const input = document.querySelector('input');
  if (input === null) throw new Error('There is no field.');
  focusField(at('input'), true, '2026-05-05');
  input.value = '2026-05-05';
  // A panel opens, and shows in the field what is under the pointer.
  document.body.append(document.createElement('div'));
  requestAnimationFrame(() => requestAnimationFrame(() => (input.value = '2026-07-19')));
  expect(await settledField(at('input'), '2026-05-05')).toEqual({
    holds: 'other',
    value: '2026-07-19',
    isSecret: false,
  });
});

it('waits for a page that shows late what was typed', async () => {
  document.body.innerHTML = '<input>';
  const input = document.querySelector('input');
  focusField(at('input'), true, '5551234567');
  setTimeout(() => {
    if (input !== null) input.value = '(555) 123-4567';
  }, 100);
  expect(await settledField(at('input'), '5551234567')).toMatchObject({ holds: 'wanted' });
});

it('compares a secret without telling it', () => {
  document.body.innerHTML = '<input type="password" value="geheim">';
  expect(compareField(at('input'), 'geheim')).toEqual({ holds: 'wanted', value: null, isSecret: true });
  expect(compareField(at('input'), 'other')).toEqual({ holds: 'other', value: null, isSecret: true });
});

it('takes a code for one that its fields share, and a completion for what was typed', () => {
  document.body.innerHTML = `<div role="group">${'<input maxlength="1">'.repeat(4)}</div><input id="city" value="Rome">`;
  for (const [index, input] of document.querySelectorAll<HTMLInputElement>('[role=group] input').entries())
    input.value = '1234'[index] ?? '';
  expect(compareField(at('input'), '1234')).toMatchObject({ holds: 'wanted', value: '1234' });
  expect(compareField(at('input'), '1243')).toMatchObject({ holds: 'other' });
  document.querySelector<HTMLInputElement>('#city')?.setSelectionRange(2, 4);
  expect(compareField(at('#city'), 'Ro')).toMatchObject({ holds: 'wanted' });
  expect(compareField(at('#city'), 'Rom')).toMatchObject({ holds: 'other' });
});
