import { networkInterfaces } from 'node:os';
import { stripVTControlCharacters } from 'node:util';

import { expect, it } from 'vitest';

import { announcement } from './announce.ts';
import type { AnnotateOptions } from './options.ts';

function announced(
  options: AnnotateOptions,
  host = 'localhost',
  url = 'http://localhost:4200/shop',
): string[] {
  return announcement(options, url, host).map(stripVTControlCharacters);
}

it('tells how to start, with the configured key', () => {
  expect(announced({})).toEqual(['  ➜  Annotate: press Alt+Shift+A in the page (Option+Shift+A on macOS)']);
  expect(announced({ keys: { inspect: 'Ctrl+Shift+Digit1' } })).toEqual([
    '  ➜  Annotate: press Ctrl+Shift+1 in the page',
  ]);
  expect(announced({ keys: { inspect: null } })).toEqual(['  ➜  Annotate: use the button in the page']);
});

it('prints the link for other machines only where they are allowed and can reach the server', () => {
  const options = { network: true, token: 'a token' };
  expect(announced(options)[1]).toBe(
    '  ➜  Annotate: other machines cannot reach this server: start it with --host 0.0.0.0',
  );
  expect(announced(options, 'desk.example', 'http://desk.example:4200/')[1]).toBe(
    '  ➜  Annotate: on other machines, open http://desk.example:4200/__annotate?apiKey=a%20token',
  );
  const [address] = Object.values(networkInterfaces())
    .flat()
    .filter((each) => each?.family === 'IPv4' && !each.internal);
  if (address === undefined) return;
  expect(announced(options, '0.0.0.0')[1]).toBe(
    `  ➜  Annotate: on other machines, open http://${address.address}:4200/shop/__annotate?apiKey=a%20token`,
  );
  expect(announced({ token: 'a token' }, '0.0.0.0')).toHaveLength(1);
});
