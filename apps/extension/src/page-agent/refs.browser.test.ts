import { beforeEach, expect, it } from 'vitest';

import { refOf, resolveRef } from './refs.ts';

beforeEach(() => document.body.replaceChildren());

function button(name: string): HTMLButtonElement {
  const made = document.createElement('button');
  made.textContent = name;
  document.body.append(made);
  return made;
}

it('finds what was drawn anew', () => {
  const before = button('Save');
  const ref = refOf(before);
  before.remove();
  const after = button('Save');
  expect(resolveRef(ref)).toEqual({ element: after });
  expect(refOf(after)).toBe(ref);
});

it('does not take the button of another row for one that is gone', () => {
  const [first, second] = [button('Delete'), button('Delete')];
  const [ref, other] = [refOf(first), refOf(second)];
  first.remove();
  expect(resolveRef(ref)).toHaveProperty('problem');
  expect(resolveRef(other)).toEqual({ element: second });
});
