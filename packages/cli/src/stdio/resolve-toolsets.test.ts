import { mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

import { afterEach, describe, expect, it, onTestFinished, vi } from 'vitest';

import { temporary } from '../testing/test-project.ts';

import { resolveToolsets } from './resolve-toolsets.ts';

function setUp({ extension = false, uses = false }: { extension?: boolean; uses?: boolean }): string {
  const top = temporary('annotate toolsets ');
  onTestFinished(() => rmSync(top, { recursive: true }));
  vi.stubEnv('ANNOTATE_CONFIG_FOLDER', join(top, 'config'));
  if (extension) {
    mkdirSync(join(top, 'config', 'extension'), { recursive: true });
    writeFileSync(join(top, 'config', 'extension', 'manifest.json'), '{}');
  }
  const root = join(top, 'project');
  mkdirSync(join(root, '.git'), { recursive: true });
  // As the review of a Markdown file leaves it.
  mkdirSync(join(root, '.annotate', 'markdown'), { recursive: true });
  writeFileSync(join(root, '.annotate', '.gitignore'), '*');
  if (uses) writeFileSync(join(root, '.annotate', 'store.db'), '');
  return root;
}

afterEach(() => vi.unstubAllEnvs());

const both = ['annotations', 'markdown'];

describe('the toolsets of a stdio server', () => {
  it.each([
    { name: 'nothing is named', named: undefined, extension: false, expected: both },
    { name: 'nothing is named', named: undefined, extension: true, expected: [...both, 'browser'] },
    { name: 'an empty list is named', named: [], extension: true, expected: [...both, 'browser'] },
    { name: 'others are named', named: both, extension: true, expected: both },
    { name: 'it is named', named: ['browser'], extension: false, expected: ['browser'] },
    {
      name: 'it is named beside auto',
      named: ['auto', 'browser'],
      extension: false,
      expected: ['markdown', 'browser'],
    },
    { name: 'auto is named', named: ['auto'], extension: true, expected: ['markdown', 'browser'] },
    { name: 'auto is named', named: ['auto'], extension: false, expected: ['markdown'] },
  ])(
    'are $expected when $name, with the extension installed: $extension',
    ({ named, extension, expected }) => {
      const root = setUp({ extension });
      expect(resolveToolsets(named, { root })).toEqual({ names: expected, isOutsideProjects: false });
    },
  );

  it('have annotations with auto in a project that uses annotate-mcp', () => {
    const root = setUp({ extension: true, uses: true });
    expect(resolveToolsets(['auto'], { root }).names).toEqual([...both, 'browser']);
  });

  it.each([
    { named: undefined, expected: ['markdown', 'browser'], isOutsideProjects: true },
    { named: ['annotations', 'browser'], expected: ['browser'], isOutsideProjects: true },
    { named: ['markdown', 'browser'], expected: ['markdown', 'browser'], isOutsideProjects: false },
    { named: ['browser'], expected: ['browser'], isOutsideProjects: false },
    { named: ['auto'], expected: ['markdown', 'browser'], isOutsideProjects: false },
  ])('are $expected outside of projects when $named is named', ({ named, expected, isOutsideProjects }) => {
    setUp({ extension: true });
    const cwd = vi.spyOn(process, 'cwd').mockReturnValue('/');
    expect(resolveToolsets(named, {})).toEqual({ names: expected, isOutsideProjects });
    cwd.mockRestore();
  });
});
