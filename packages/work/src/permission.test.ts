import type { RequestPermissionRequest, ToolCallContent } from '@agentclientprotocol/sdk';
import { expect, it } from 'vitest';

import type { Asked } from '@annotate-mcp/consent';

import { askPermission } from './permission.ts';

async function askedFor(toolCall: Omit<RequestPermissionRequest['toolCall'], 'toolCallId'>): Promise<Asked> {
  const asked: Asked[] = [];
  const ask = async (question: Asked) => {
    asked.push(question);
    return null;
  };
  await askPermission(
    { sessionId: 's', toolCall: { toolCallId: '1', ...toolCall }, options: [] },
    { ask, annotationId: 'a', agentName: 'Claude', folder: '/project' },
    new AbortController().signal,
  );
  const [first] = asked;
  if (first === undefined) throw new Error('Nothing was asked.');
  return first;
}

it('shows the command, and everything else that the tool would get', async () => {
  const { title, command, text } = await askedFor({
    kind: 'execute',
    rawInput: { command: ['rm', '-r', 'dist'], cwd: '/' },
  });
  expect({ title, command }).toEqual({ title: 'Run a command', command: 'rm -r dist' });
  expect(text).toBe('{\n  "cwd": "/"\n}');
});

it('says how much of a long request is not shown', async () => {
  const content = Array.from({ length: 23 }, (_, n): ToolCallContent => {
    return { type: 'diff', path: `/project/${n}.ts`, oldText: 'a', newText: 'b' };
  });
  const asked = await askedFor({
    kind: 'edit',
    title: 'x'.repeat(8_100),
    locations: Array.from({ length: 51 }, (_, n) => ({ path: `/project/${n}.ts` })),
    content,
  });
  expect(asked.diffs).toHaveLength(20);
  expect(asked.files).toHaveLength(50);
  expect(asked.text).toContain('Not shown here: 100 more characters.');
  expect(asked.text).toContain('Not shown here: 1 more files.');
  expect(asked.text).toContain('Not shown here: 3 more changed files.');
});
