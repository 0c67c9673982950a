import { afterEach, expect, it } from 'vitest';

import { findField, inspectField } from './form.ts';
import { partsOf } from './parts.ts';
import { takeSnapshot } from './snapshot.ts';

afterEach(() => document.body.replaceChildren());

const part = (label: string, max: number, now = '') =>
  `<span role="spinbutton" contenteditable aria-label="${label}" aria-valuemax="${max}" aria-valuenow="${now}">x</span>`;

it('knows the parts of a date by their labels, and of a time by their largest values', () => {
  document.body.innerHTML = `<div role="group" aria-label="Due">${part('Month', 12, '5')}${part('Day', 31)}${part('Year', 9999)}</div>
<div role="group" aria-label="At">${part('Stunde', 23)}${part('Minute', 59)}${part('Sekunde', 59)}</div>`;
  const parts = (selector: string) =>
    partsOf({ by: 'selector', selector })?.map(({ name, now }) => `${name} ${now}`);
  expect(parts('[aria-label=Due]')).toEqual(['month 5', 'day null', 'year null']);
  expect(parts('[aria-label=At]')).toEqual(['hour null', 'minute null', 'second null']);
  const found = findField('Due');
  if (!('ref' in found)) throw new Error(found.problem);
  expect(inspectField({ by: 'ref', ref: found.ref })).toMatchObject({ kind: 'parts' });
  const snapshot = takeSnapshot({});
  const lines = snapshot !== null && 'lines' in snapshot ? snapshot.lines.join('\n') : '';
  expect(lines).toMatch(/^group "Due" \[e\d+\]$/m);
});

it('takes two numbers, and parts that it does not know, for no date', () => {
  document.body.innerHTML = `<div role="group" id="size"><input type="number"><input type="number"></div>
<div role="group" id="odd">${part('Era', 2)}${part('Year', 9999)}</div>`;
  expect(partsOf({ by: 'selector', selector: '#size' })).toBeNull();
  expect(partsOf({ by: 'selector', selector: '#odd' })).toBeNull();
});
