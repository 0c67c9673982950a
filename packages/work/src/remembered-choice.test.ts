import { mkdirSync, mkdtempSync, readdirSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { expect, it, onTestFinished } from 'vitest';

import { isPosix } from '@annotate-mcp/store/testing/machine';

import { rememberChoice, rememberedChoice } from './remembered-choice.ts';

function folders() {
  const top = mkdtempSync(join(tmpdir(), 'annotate-choice-'));
  onTestFinished(() => rmSync(top, { recursive: true, force: true }));
  return { root: join(top, 'project'), config: join(top, 'config') };
}

it('a remembered choice is kept for each project, with the settings of the person and readable by them only', () => {
  const { root, config } = folders();
  expect(rememberedChoice(root, config)).toBeNull();
  rememberChoice(root, { agent: 'claude' }, config);
  rememberChoice(`${root}-2`, { command: ['my-agent', '--acp'] }, config);
  expect([root, `${root}-2`, `${root}-3`].map((each) => rememberedChoice(each, config))).toEqual([
    { agent: 'claude' },
    { command: ['my-agent', '--acp'] },
    null,
  ]);
  const modes = readdirSync(join(config, 'work')).map(
    (file) => statSync(join(config, 'work', file)).mode & 0o777,
  );
  if (isPosix) expect(modes).toEqual([0o600, 0o600]);
});

it('a remembered choice is never read from the repository', () => {
  const { root, config } = folders();
  rememberChoice(root, { command: ['evil'] }, join(root, '.annotate'));
  rememberChoice(root, { command: ['evil'] }, root);
  expect(rememberedChoice(root, config)).toBeNull();
});

it('a remembered choice is asked for again when its file cannot be understood', () => {
  const { root, config } = folders();
  rememberChoice(root, { agent: 'claude' }, config);
  const [file = ''] = readdirSync(join(config, 'work'));
  mkdirSync(config, { recursive: true });
  for (const text of ['', '{', '{"version":2}', '{"version":1,"root":"/else","choice":{"agent":"x"}}']) {
    writeFileSync(join(config, 'work', file), text);
    expect(rememberedChoice(root, config)).toBeNull();
  }
});
