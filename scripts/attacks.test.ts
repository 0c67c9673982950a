import { existsSync } from 'node:fs';
import { join } from 'node:path';

import { describe, expect, it } from 'vitest';

import { findTest, readActors, readAttacks, readTeamThreats } from './attacks.ts';

const actors = readActors();

it('SECURITY.md says of every actor what they may do', () => {
  expect(actors.map(({ subject }) => subject)).toEqual([
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

const threats = readTeamThreats();

it('SECURITY.md says of every threat to the team server what stands against it', () => {
  expect(threats.map(({ subject }) => subject)).toEqual([
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

describe.each([...actors, ...threats, ...readAttacks()])('the row of $subject', ({ tests }) => {
  it('names tests that exist', () => {
    expect(tests).not.toEqual([]);
    for (const { file, names } of tests) {
      expect(file).toMatch(/\.test\.tsx?$/);
      expect(existsSync(join(import.meta.dirname, '..', file)), `${file} exists`).toBe(true);
      for (const name of names) expect(findTest(file, name), `${file} has “${name}”`).not.toBeNull();
    }
  });
});

it.each([...threats, ...readAttacks()])(
  'the row of $subject names single tests of its files',
  ({ tests }) => {
    expect(tests.filter(({ names }) => names.length === 0)).toEqual([]);
  },
);
