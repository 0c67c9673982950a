import { beforeEach, expect, it } from 'vitest';

import { hasPasswordField, passwordValues } from './passwords.ts';

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

it('finds other secrets by name and label, if they are no words of the page', () => {
  document.body.innerHTML = `<label>API key <input value="k-1234567"></label><input name=csrf_token value="c-1234567">
    <label>PIN <input value=4938></label><textarea name=secret>swordfish</textarea><input name=author value="a-1234567">`;
  expect(passwordValues()).toEqual(['k-1234567', 'c-1234567']);
  expect(hasPasswordField()).toBe(true);
});

it('knows a password field also after its text was made visible', () => {
  document.body.innerHTML = '<input type=password value=secret>';
  passwordValues();
  document.querySelector('input')?.setAttribute('type', 'text');
  expect(passwordValues()).toEqual(['secret']);
});
