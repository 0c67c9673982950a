import { beforeEach, expect, it } from 'vitest';

import { passwordValues } from './passwords.ts';

beforeEach(() => document.body.replaceChildren());

it('finds passwords in the page, in shadow roots and in frames of the same origin', () => {
  document.body.innerHTML = `<input type=PASSWORD value=one><input autocomplete="username" value=no>
    <input type=text autocomplete="section-a current-password" value=two><div></div><input type=password>
    <iframe srcdoc="a"></iframe>`;
  const root = document.querySelector('div')?.attachShadow({ mode: 'open' });
  if (root !== undefined) root.innerHTML = '<p><input type=password value=three></p>';
  const frame = document.querySelector('iframe')?.contentDocument;
  frame?.body.insertAdjacentHTML('beforeend', '<input type=password value=four>');
  expect(passwordValues().sort()).toEqual(['four', 'one', 'three', 'two']);
});

it('knows a password field also after its text was made visible', () => {
  document.body.innerHTML = '<input type=password value=secret>';
  passwordValues();
  document.querySelector('input')?.setAttribute('type', 'text');
  expect(passwordValues()).toEqual(['secret']);
});
