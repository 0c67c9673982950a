/** What the panels ask the hub for besides what comes by the socket. */
import { type FileDiff, isRecord } from '@annotate-mcp/core';

import { notify } from '../commands/notify.ts';
import type { Dispatch } from '../state/actions.ts';
import { shortPath } from '../ui/words.ts';

/** The diff of what a resolution changed. */
export function fetchEdits(hub: string, id: string): Promise<readonly FileDiff[]> {
  return fetchDiffs(`${hub}/api/edits/${id}`);
}

/** The diffs of one step of an agent's work. */
export function fetchStep(hub: string, id: string, stepId: string): Promise<readonly FileDiff[]> {
  return fetchDiffs(`${hub}/api/work/${id}/${encodeURIComponent(stepId)}/diffs`);
}

/** The person is asked whether what was changed is taken back. */
export async function offerUndo(hub: string, id: string): Promise<void> {
  await post(`${hub}/api/edits/${id}/undo`);
}

/** The person is asked whether what they tried is written. Returns why an agent has to do it, or `null`. */
export async function offerApply(hub: string, id: string): Promise<string | null> {
  const said = await post(`${hub}/api/applies/${id}`);
  return isRecord(said) && typeof said.handedOn === 'string' ? said.handedOn : null;
}

/** The person is asked whether a test is to keep what was changed. */
export async function offerCheck(hub: string, id: string): Promise<void> {
  await post(`${hub}/api/checks/${id}`);
}

/** The person is asked which agent is to start. */
export async function offerWork(hub: string): Promise<void> {
  await post(`${hub}/api/work/offer`);
}

/** Opens `src/app.ts:12:5` in the person's editor, and says so. */
export async function openFile(hub: string, path: string, dispatch: Dispatch): Promise<void> {
  const [, file = path, line, column] = /^(.+?)(?::(\d+))?(?::(\d+))?$/.exec(path) ?? [];
  try {
    const response = await fetch(`${hub}/api/open-file`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({
        file,
        ...(line !== undefined && { line: Number(line) }),
        ...(column !== undefined && { column: Number(column) }),
      }),
    });
    if (response.ok) notify(dispatch, `${shortPath(file)} opens in your editor.`);
    else notify(dispatch, await describeRefusal(response), 'problem');
  } catch {
    notify(dispatch, 'The dev server does not answer, so no editor was opened.', 'problem');
  }
}

async function fetchDiffs(address: string): Promise<readonly FileDiff[]> {
  const response = await fetch(address);
  if (!response.ok) throw new Error(await describeRefusal(response));
  const said: unknown = await response.json();
  if (!isRecord(said) || !Array.isArray(said.diffs) || !said.diffs.every(isFileDiff))
    throw new Error('The dev server answered with something that is not a diff. Restart it, then try again.');
  return said.diffs;
}

function isFileDiff(value: unknown): value is FileDiff {
  return isRecord(value) && typeof value.file === 'string' && typeof value.patch === 'string';
}

async function post(address: string): Promise<unknown> {
  const response = await fetch(address, { method: 'POST' });
  if (!response.ok) throw new Error(await describeRefusal(response));
  return response.json().catch(() => null);
}

/** What the hub says about a request that it has refused, and what to do. */
async function describeRefusal(response: Response): Promise<string> {
  const said: unknown = await response.json().catch(() => null);
  const words = isRecord(said) ? [said.error, said.hint].filter((text) => typeof text === 'string') : [];
  return words.join(' ') || `The dev server answered with ${response.status}.`;
}
