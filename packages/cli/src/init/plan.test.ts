import { mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

import { afterEach, beforeEach, expect, it } from 'vitest';

import { temporary } from '../testing/test-project.ts';

import { proposeGitAttributes } from './plan.ts';

let root = '';
beforeEach(() => {
  root = temporary('annotate init ');
  mkdirSync(join(root, '.git'));
});
afterEach(() => rmSync(root, { recursive: true, force: true }));

it('adds one line for a JSON store, once', () => {
  writeFileSync(join(root, '.gitattributes'), '*.png binary');
  const [change] = proposeGitAttributes(root, 'json:docs/our review.json');
  expect(change?.after).toBe('*.png binary\n"/docs/our review.json" merge=union\n');
  writeFileSync(join(root, '.gitattributes'), change?.after ?? '');
  expect(proposeGitAttributes(root, 'json:docs/our review.json')).toEqual([]);
});

it('keeps the line ends of the file', () => {
  writeFileSync(join(root, '.gitattributes'), '*.png binary\r\n*.cmd eol=crlf');
  const [change] = proposeGitAttributes(root, 'json:review.json');
  expect(change?.after).toBe('*.png binary\r\n*.cmd eol=crlf\r\n/review.json merge=union\r\n');
  writeFileSync(join(root, '.gitattributes'), change?.after ?? '');
  expect(proposeGitAttributes(root, 'json:review.json')).toEqual([]);
});

it('creates the file where there is none', () => {
  expect(proposeGitAttributes(root, 'json:review.json')).toMatchObject([
    { before: null, after: '/review.json merge=union\n' },
  ]);
});

it.each([undefined, 'sqlite:', 'json:', 'json:/elsewhere/review.json'])('adds nothing for %j', (store) => {
  expect(proposeGitAttributes(root, store)).toEqual([]);
});
