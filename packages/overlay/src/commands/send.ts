/** Sends a comment from the composer to the hub. */
import { randomUuid } from '@annotate-mcp/core';

import { captureElement } from '../capture/screenshot.ts';
import { groupAnnotations } from '../state/select.ts';
import type { Compose, Picked } from '../state/state.ts';
import { readPageFacts } from '../window/page-facts.ts';

import type { CommandDeps } from './command-deps.ts';
import { composePayload } from './compose-payload.ts';
import { describeSent } from './describe-sent.ts';
import { notify } from './notify.ts';
import { reasonOf } from './reason-of.ts';

/** Well below the hub's limit for an attachment. */
const maxPictureBytes = 600_000;

export type SendComment = typeof sendComment;

/** `compose` as it was when the person sent it. The state has `sending` until the comment is in the outbox. */
export async function sendComment(deps: CommandDeps, compose: Compose, as: 'now' | 'batch'): Promise<void> {
  const { container, connection, tracker } = deps;
  if (compose.text.trim() === '') {
    container.dispatch({ type: 'compose:failed', problem: 'Say in a few words what should change.' });
    return;
  }
  const id = randomUuid();
  // Before the picture, which takes time: the app may navigate meanwhile.
  const page = readPageFacts();
  const { picture, problem } = await takePicture(compose);
  const written = {
    id,
    text: compose.text,
    ...(compose.consoleErrors && { consoleErrors: deps.consoleTail.lines() }),
    steps: compose.steps,
  };
  const first = pickedOf(compose)[0];
  if (first !== undefined) tracker.remember(id, first.element);
  connection.create(composePayload(compose.subject, written, page), {
    draft: as === 'batch',
    ...(picture !== null && { picture }),
  });
  container.dispatch({ type: 'compose:done' });
  const drafts = groupAnnotations(container.get(), 'all').drafts.length;
  const notice = as === 'now' ? describeSent(container.get(), 1) : `In the batch: ${drafts} to send.`;
  const more = as === 'now' ? { sent: { id } } : {};
  if (problem === null) notify(container.dispatch, notice, 'success', more);
  else notify(container.dispatch, `${notice} Without a picture: ${problem}`, 'problem', more);
}

/** A picture that fails does not stop the comment: it is sent without one. */
async function takePicture(compose: Compose): Promise<{ picture: Blob | null; problem: string | null }> {
  if (!compose.screenshot) return { picture: null, problem: null };
  try {
    const taken = captureElement(elementToCapture(compose), { maxBytes: maxPictureBytes });
    return { picture: await Promise.race([taken, pageUnloads()]), problem: null };
  } catch (error) {
    return { picture: null, problem: reasonOf(error) };
  }
}

/** Rejects when the page unloads. The comment is then stored without a picture while there is still time for it. */
function pageUnloads(): Promise<never> {
  return new Promise((_, reject) => {
    addEventListener('pagehide', () => reject(new Error('The page was closed.')), { once: true });
  });
}

function elementToCapture(compose: Compose): Element {
  const { subject } = compose;
  const node = subject.kind === 'text' ? subject.text.ranges[0]?.commonAncestorContainer : null;
  const around = node?.nodeType === Node.ELEMENT_NODE ? (node as Element) : node?.parentElement;
  return pickedOf(compose)[0]?.element ?? around ?? document.body;
}

function pickedOf({ subject }: Compose): readonly Picked[] {
  return subject.kind === 'picked' ? subject.picked : [];
}
