/** Whether the person's agents go on while annotations are open: the switch of their stop hook for this repository. */
import { z } from 'zod';

import { parseAs } from '@annotate-mcp/core/schema';
import { HttpError, readJson, sendJson } from '@annotate-mcp/http';
import { HookSwitch } from '@annotate-mcp/store/trust';

import { bodyOf, invalidInput } from './annotations.ts';
import type { ApiCall, Endpoint } from './endpoint.ts';

export const stopHookEndpoints: readonly Endpoint[] = [
  { method: 'GET', path: 'stop-hook', answer: sendState },
  { method: 'PATCH', path: 'stop-hook', answer: turn },
];

const changeSchema = z.object({ on: z.boolean() });

async function sendState(call: ApiCall): Promise<void> {
  requireLocal(call);
  sendJson(call.response, 200, { on: new HookSwitch('stop').isOn(call.deps.projectRoot) });
}

async function turn(call: ApiCall): Promise<void> {
  requireLocal(call);
  const { on } = parseAs(changeSchema, await readJson(...bodyOf(call)), invalidInput('The change'));
  const hookSwitch = new HookSwitch('stop');
  if (on) hookSwitch.turnOn(call.deps.projectRoot);
  else hookSwitch.turnOff(call.deps.projectRoot);
  sendJson(call.response, 200, { on });
}

/** What agents do is decided at the machine where they work, never by a visitor. */
function requireLocal({ speaker }: ApiCall): void {
  if (speaker.local) return;
  throw new HttpError(403, 'api/not-local', 'The stop hook cannot be seen or changed from another machine.', {
    hint: 'The person at the machine of the dev server decides whether their agent goes on.',
  });
}
