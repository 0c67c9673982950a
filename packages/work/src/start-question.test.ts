import { describe, expect, it } from 'vitest';

import { type Answer, type Asked, ownCommandId } from '@annotate-mcp/consent';

import type { Preset } from './presets/preset.ts';
import type { Choice } from './remembered-choice.ts';
import { askWhichAgent } from './start-question.ts';

const presetNamed = (id: string, isInstalled: boolean): Preset => ({
  id,
  name: id,
  install: `npm install -g ${id}`,
  find: () => (isInstalled ? { name: id, program: `/bin/${id}`, args: ['--acp'], signIn: '' } : null),
});
const available = {
  presets: [presetNamed('claude', false), presetNamed('codex', true), presetNamed('gemini', true)],
  programs: { find: () => null },
};

async function answered(answer: Answer | null, remembered: Choice | null = null) {
  let seen: Asked | undefined;
  const choice = await askWhichAgent(
    async (asked) => {
      seen = asked;
      return answer;
    },
    { available, remembered },
    new AbortController().signal,
  );
  return { choice, options: seen?.options ?? [] };
}

describe('the question which agent to start', () => {
  it('offers the remembered agent first and the missing ones last, each with what would be run', async () => {
    const { options } = await answered(null, { agent: 'gemini' });
    expect(options).toMatchObject([
      { id: 'gemini', hint: 'Runs /bin/gemini --acp' },
      { id: 'codex', hint: 'Runs /bin/codex --acp' },
      { id: 'claude', hint: 'Install it: npm install -g claude', disabled: true },
      { id: 'none' },
    ]);
  });

  it.each<[string, Answer | null, Choice | null]>([
    ['an agent', { optionId: 'codex' }, { agent: 'codex' }],
    ['a command', { optionId: ownCommandId, command: 'goose acp' }, { command: ['goose', 'acp'] }],
    ['the command of before', { optionId: 'remembered-command' }, { command: ['my-agent'] }],
    ['none', { optionId: 'none' }, null],
    ['nothing, because the question was withdrawn', null, null],
    ['something that was not offered', { optionId: 'evil' }, null],
  ])('is answered with %s', async (_, answer, expected) => {
    expect((await answered(answer, { command: ['my-agent'] })).choice).toEqual(expected);
  });
});
