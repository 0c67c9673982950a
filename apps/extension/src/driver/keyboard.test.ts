import { afterEach, beforeEach, expect, it, vi } from 'vitest';

import { Cdp } from './cdp.ts';
import { Keyboard } from './keyboard.ts';

let sent: { method: string; text?: unknown }[];
beforeEach(() => {
  sent = [];
  const sendCommand = async (_: unknown, method: string, { text }: { text?: unknown }) => {
    sent.push({ method, text });
    return {};
  };
  vi.stubGlobal('chrome', { debugger: { sendCommand } });
});
afterEach(() => void vi.unstubAllGlobals());

const noGuard = {
  requireFocus: async () => undefined,
  whileShielded: <T>(work: () => Promise<T>) => work(),
};
const type = (text: string) => new Keyboard(new Cdp(1), noGuard).type(text, 0, new AbortController().signal);

it('types with the keys of a keyboard, and inserts what none of them has', async () => {
  await type('aé');
  expect(sent).toEqual([
    { method: 'Input.dispatchKeyEvent', text: 'a' },
    { method: 'Input.dispatchKeyEvent', text: undefined },
    { method: 'Input.insertText', text: 'é' },
  ]);
});

it('inserts at once what would take more keys than a command has time for', async () => {
  const long = 'x'.repeat(1_001);
  await type(long);
  expect(sent).toEqual([{ method: 'Input.insertText', text: long }]);
});
