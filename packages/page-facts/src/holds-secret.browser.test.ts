import { afterEach, expect, it } from 'vitest';

import { holdsSecret } from './holds-secret.ts';
import { fieldCases } from './testing/secret-cases.ts';

afterEach(() => document.body.replaceChildren());

it.each(fieldCases)('a field holds a secret, or nothing but text: $name', ({ html, isSecret }) => {
  document.body.innerHTML = html;
  const fields = [...document.body.querySelectorAll('*')];
  expect(fields.some((field) => holdsSecret(field))).toBe(isSecret);
});

it('a hidden field holds a secret, whatever it is called', () => {
  document.body.innerHTML = '<input type="hidden" name="view" value="list">';
  expect([...document.body.children].map((field) => holdsSecret(field))).toEqual([true]);
});

it('a button, what is ticked and what is no field hold no secret', () => {
  document.body.innerHTML =
    '<input type="submit" name="token" value="Send"><input type="checkbox" name="token" value="yes"><p id="token">yes</p>';
  expect([...document.body.children].map((field) => holdsSecret(field))).toEqual([false, false, false]);
});

it('takes the search field of a select for no new password', () => {
  const box = document.createElement('div');
  const holds = (html: string): boolean => {
    box.innerHTML = html;
    return box.firstElementChild !== null && holdsSecret(box.firstElementChild);
  };
  expect(holds('<input role="combobox" type="search" autocomplete="new-password" value="Rome">')).toBe(false);
  expect(holds('<input role="combobox" type="password" autocomplete="new-password" value="Rome">')).toBe(
    true,
  );
  expect(holds('<input type="text" autocomplete="new-password" value="Rome">')).toBe(true);
});
