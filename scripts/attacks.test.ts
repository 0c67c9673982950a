import { existsSync } from 'node:fs';
import { join } from 'node:path';

import { describe, expect, it } from 'vitest';

import { readActors } from './attacks.ts';

const actors = readActors();

it('SECURITY.md says of every actor what they may do', () => {
  expect(actors.map(({ actor }) => actor)).toEqual([
    'the person',
    'a visitor',
    'another user of the machine',
    'a web page',
    'a script of the annotated page',
    'a cloned repository',
    'an agent',
    "a document's author",
    'the network',
  ]);
});

describe.each(actors)('the row of $actor', ({ tests }) => {
  it('names tests that exist', () => {
    expect(tests).not.toEqual([]);
    for (const file of tests) {
      expect(file).toMatch(/\.test\.tsx?$/);
      expect(existsSync(join(import.meta.dirname, '..', file)), `${file} exists`).toBe(true);
    }
  });
});
