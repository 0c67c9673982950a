/** What only pages on this machine may do: agents that were started here, edits of files, tests, and the stop hook. */
import { z } from 'zod';

import { parseAs } from '@annotate-mcp/core/schema';
import { HttpError, readJson, sendJson } from '@annotate-mcp/http';
import { splitPatch } from '@annotate-mcp/store/git';
import { HookSwitch } from '@annotate-mcp/store/trust';

import { openFile } from '../edits/open-file.ts';
import { requireEdit, requirePatch } from '../edits/recorded-edit.ts';

import { bodyOf, invalidInput } from './annotations.ts';
import type { ApiCall, Endpoint } from './endpoint.ts';

/** What a visitor reads, by subject. */
const refusals = {
  work: {
    code: 'work/not-local',
    message: 'Agents are started and watched only on the machine they run on.',
    hint: 'Ask the person at that machine.',
  },
  files: {
    code: 'edit/not-local',
    message: 'Files are shown, opened, written and undone only on the machine they are on.',
    hint: 'Ask the person at that machine.',
  },
  hook: {
    code: 'api/not-local',
    message: 'The stop hook cannot be seen or changed from another machine.',
    hint: 'The person at the machine of the dev server decides whether their agent goes on.',
  },
} as const;

/** An endpoint that refuses visitors before it does anything. */
function local(subject: keyof typeof refusals, { method, path, answer }: Endpoint): Endpoint {
  return {
    method,
    path,
    answer: async (call) => {
      const { code, message, hint } = refusals[subject];
      if (!call.speaker.local) throw new HttpError(403, code, message, { hint });
      await answer(call);
    },
  };
}

export const localEndpoints: readonly Endpoint[] = [
  local('work', { method: 'POST', path: 'work/offer', answer: offerWork }),
  local('work', { method: 'GET', path: 'work/:id/:step/diffs', answer: sendStepDiffs }),
  local('files', { method: 'GET', path: 'edits/:id', answer: sendDiffs }),
  local('files', { method: 'POST', path: 'edits/:id/undo', answer: offerUndo }),
  local('files', { method: 'POST', path: 'applies/:id', answer: offerApply }),
  local('files', { method: 'POST', path: 'open-file', answer: open }),
  local('files', { method: 'POST', path: 'checks/:id', answer: offerCheck }),
  local('hook', { method: 'GET', path: 'stop-hook', answer: sendHookState }),
  local('hook', { method: 'PATCH', path: 'stop-hook', answer: turnHook }),
];

/** Reads nothing of the request: which agent is started, and how, only the person decides. */
async function offerWork({ deps, response }: ApiCall): Promise<void> {
  if (deps.workOffer === null) {
    throw new HttpError(409, 'work/no-program', 'This server cannot start an agent.', {
      hint: 'Run npx annotate-mcp work in a terminal.',
    });
  }
  await deps.workOffer.offer();
  sendJson(response, 202, { offered: true });
}

async function sendStepDiffs({ deps, response, names }: ApiCall): Promise<void> {
  const [id = '', stepId = ''] = names;
  const work = (await deps.store.works.list()).find((each) => each.id === id);
  const step = work?.steps.find((each) => each.id === stepId);
  if (step === undefined) {
    throw new HttpError(404, 'work/unknown-step', `There is no step ${stepId} of work on ${id}.`, {
      hint: 'The program that started the agent may have ended. Look at the changes with git diff.',
    });
  }
  sendJson(response, 200, { diffs: step.diffs ?? [] });
}

async function sendDiffs({ deps, response, speaker, name }: ApiCall): Promise<void> {
  const { edited } = await requireEdit(deps.store, name, speaker);
  const patch = await requirePatch(deps.patches, name, edited);
  sendJson(response, 200, { diffs: splitPatch(patch, edited.files) });
}

/** Reads nothing of the request. Whether it is undone, the person says on another page. */
async function offerUndo({ deps, response, speaker, name }: ApiCall): Promise<void> {
  await deps.editUndo.offer(name, speaker);
  sendJson(response, 202, { offered: true });
}

/** Reads nothing of the request. Whether it is written, the person says on another page. */
async function offerApply({ deps, response, speaker, name }: ApiCall): Promise<void> {
  sendJson(response, 202, await deps.editApply.offer(name, speaker));
}

const position = z.number().int().positive().max(10_000_000);
const openBody = z.object({
  file: z.string().min(1).max(4_096),
  line: position.optional(),
  column: position.optional(),
});

async function open({ deps, request, response, maxBodyBytes }: ApiCall): Promise<void> {
  const parsed = openBody.safeParse(await readJson(request, maxBodyBytes));
  if (!parsed.success) {
    throw new HttpError(400, 'file/unreadable', 'The body does not name a file.', {
      hint: 'Send { "file": "src/App.tsx", "line": 12, "column": 5 } as JSON.',
    });
  }
  await openFile(deps.projectRoot, parsed.data);
  sendJson(response, 202, { opened: true });
}

/** Reads nothing of the request. Whether the test is written, the person says on another page. */
async function offerCheck({ deps, response, speaker, name }: ApiCall): Promise<void> {
  await deps.checkOffer.offer(name, speaker);
  sendJson(response, 202, { offered: true });
}

/** Whether the person's agents go on while annotations are open: the switch of their stop hook for this repository. */
const hookSchema = z.object({ on: z.boolean() });

async function sendHookState(call: ApiCall): Promise<void> {
  sendJson(call.response, 200, { on: new HookSwitch('stop').isOn(call.deps.projectRoot) });
}

async function turnHook(call: ApiCall): Promise<void> {
  const { on } = parseAs(hookSchema, await readJson(...bodyOf(call)), invalidInput('The change'));
  const hookSwitch = new HookSwitch('stop');
  if (on) hookSwitch.turnOn(call.deps.projectRoot);
  else hookSwitch.turnOff(call.deps.projectRoot);
  sendJson(call.response, 200, { on });
}
