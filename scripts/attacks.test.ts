import { existsSync } from 'node:fs';
import { join } from 'node:path';

import { describe, expect, it } from 'vitest';

import { findTest, readActors } from './attacks.ts';

const actors = readActors();

it('docs/threat-model.md has the attacks of every actor', () => {
  expect(actors.map(({ name }) => name)).toEqual([
    'The person',
    'A visitor',
    'Another user of the machine',
    'A web page',
    'A script of the annotated page',
    'A cloned repository',
    'Programs of a cloned repository',
    'An agent',
    "A document's author",
    'Who comments in a pull request',
    'The network',
    'The team server',
  ]);
});

describe.each(actors)('$name', ({ name, attacks }) => {
  it.each(attacks)('“$subject” is held by tests that exist', ({ tests, gotThroughOnce }) => {
    expect(tests).not.toEqual([]);
    for (const { file, names } of tests) {
      expect(existsSync(join(import.meta.dirname, '..', file)), `${file} exists`).toBe(true);
      for (const each of names) expect(findTest(file, each), `${file} has “${each}”`).not.toBeNull();
    }
    // The team server, and what got through once, are held by single tests, not by a file as a whole.
    if (gotThroughOnce || name === 'The team server')
      expect(tests.filter(({ names }) => names.length === 0)).toEqual([]);
  });
});
