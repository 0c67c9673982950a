import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

import { describe, expect, it } from 'vitest';

import { readActors, readAttacks, readTeamThreats } from './attacks.ts';

const actors = readActors();

it('SECURITY.md says of every actor what they may do', () => {
  expect(actors.map(({ actor }) => actor)).toEqual([
    'the person',
    'a visitor',
    'another user of the machine',
    'a web page',
    'a script of the annotated page',
    'a cloned repository',
    'programs of a cloned repository',
    'an agent',
    "a document's author",
    'who comments in a pull request',
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

const threats = readTeamThreats();

it('SECURITY.md says of every threat to the team server what stands against it', () => {
  expect(threats.map(({ threat }) => threat)).toEqual([
    "other project's data",
    'role escalation',
    'revoked token on an open socket',
    'stolen link',
    'forged sign-in',
    'origin not allowed',
    'enumeration',
    'the page at `/`',
    'log and metric leaks',
    'one client that takes all',
    "a deleted person's data",
  ]);
});

describe.each([...threats, ...readAttacks()])('the row of $threat', ({ tests }) => {
  it('names tests that exist', () => {
    expect(tests).not.toEqual([]);
    for (const { file, names } of tests) {
      // A test with settings of its own has its name on the next line.
      const text = readFileSync(join(import.meta.dirname, '..', file), 'utf8').replaceAll(
        /\bit\(\s+/g,
        'it(',
      );
      expect(names, file).not.toEqual([]);
      for (const name of names) expect(text).toContain(`it('${name}'`);
    }
  });
});
