/** Sends what is in the open composer to the hub. */
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

export async function send(deps: CommandDeps, as: 'now' | 'batch'): Promise<void> {
  const { container, connection, tracker } = deps;
  const { mode } = container.get();
  if (mode.name !== 'annotate' || mode.compose.sending) return;
  const { compose } = mode;
  if (compose.text.trim() === '') {
    container.dispatch({ type: 'compose:failed', problem: 'Say in a few words what should change.' });
    return;
  }
  container.dispatch({ type: 'compose:sending' });
  const id = randomUuid();
  const { picture, problem } = await takePicture(compose);
  const written = {
    id,
    text: compose.text,
    ...(compose.consoleErrors && { consoleErrors: deps.consoleTail.lines() }),
  };
  const first = pickedOf(compose)[0];
  if (first !== undefined) tracker.remember(id, first.host);
  connection.create(composePayload(compose.subject, written, readPageFacts()), {
    draft: as === 'batch',
    ...(picture !== null && { picture }),
  });
  container.dispatch({ type: 'compose:done' });
  const drafts = groupAnnotations(container.get(), 'all').drafts.length;
  const notice = as === 'now' ? describeSent(container.get(), 1) : `In the batch: ${drafts} to send.`;
  if (problem === null) notify(container.dispatch, notice, 'success');
  else notify(container.dispatch, `${notice} Without a picture: ${problem}`, 'problem');
}

/** A picture that fails does not stop the comment: it is sent without one. */
async function takePicture(compose: Compose): Promise<{ picture: Blob | null; problem: string | null }> {
  if (!compose.screenshot) return { picture: null, problem: null };
  try {
    return {
      picture: await captureElement(elementToCapture(compose), { maxBytes: maxPictureBytes }),
      problem: null,
    };
  } catch (error) {
    return { picture: null, problem: reasonOf(error) };
  }
}

function elementToCapture(compose: Compose): Element {
  const { subject } = compose;
  const node = subject.kind === 'text' ? subject.text.ranges[0]?.commonAncestorContainer : null;
  const around = node?.nodeType === Node.ELEMENT_NODE ? (node as Element) : node?.parentElement;
  return pickedOf(compose)[0]?.host ?? around ?? document.body;
}

function pickedOf({ subject }: Compose): readonly Picked[] {
  return subject.kind === 'picked' ? subject.picked : [];
}
