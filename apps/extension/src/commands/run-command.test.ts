import { expect, it } from 'vitest';

import type { Gate } from '../consent/gate.ts';
import type { Tabs } from '../driver/tabs.ts';

import { runCommand } from './run-command.ts';

// None of these commands gets as far as to need a permission or a tab.
const context = { tabs: {} as Tabs, gate: {} as Gate, signal: new AbortController().signal };
const id = crypto.randomUUID();
const agent = 'test';

it.each([
  { name: 'no command', raw: { id: 1 }, code: 'command/invalid', says: 'cannot read' },
  {
    name: 'of a newer server',
    raw: { id, agent, type: 'fly', params: {} },
    code: 'command/unknown',
    says: '"fly"',
  },
  {
    name: 'with an argument that is too long',
    raw: {
      id,
      agent,
      type: 'wait_for',
      params: { tabId: 1, text: 'a'.repeat(100_000), idle: false, timeoutMs: 0 },
    },
    code: 'command/invalid',
    says: 'text: Too big',
  },
])('says what is wrong with a command: $name', async ({ raw, code, says }) => {
  const reply = await runCommand(raw, context);
  expect(reply).toMatchObject({ success: false, error: { code } });
  expect(JSON.stringify(reply)).toContain(says.replaceAll('"', '\\"'));
});
