/** What the open composer holds, on its way to the hub. */
import { randomUuid } from '@annotate-mcp/core';

import { captureElement } from './capture/screenshot.ts';
import { composePayload } from './compose-payload.ts';
import type { CommandParts } from './create-commands.ts';
import { notify } from './notify.ts';
import { readPageFacts } from './page-facts.ts';
import { sentWords } from './sent-words.ts';
import { grouped } from './state/select.ts';
import type { Compose, Picked } from './state/state.ts';

/** Well below what the hub takes. */
const pictureBytes = 600_000;

export async function send(parts: CommandParts, as: 'now' | 'batch'): Promise<void> {
  const { store, connection, markers } = parts;
  const { mode } = store.get();
  if (mode.name !== 'annotate' || mode.compose.sending) return;
  const { compose } = mode;
  if (compose.text.trim() === '') {
    store.dispatch({ type: 'compose:failed', problem: 'Say in a few words what should change.' });
    return;
  }
  store.dispatch({ type: 'compose:sending' });
  const id = randomUuid();
  const { picture, why } = await takePicture(compose);
  const written = {
    id,
    text: compose.text,
    ...(compose.consoleErrors && { consoleErrors: parts.tail.lines() }),
  };
  const first = pickedOf(compose)[0];
  if (first !== undefined) markers.remember(id, first.host);
  connection.create(composePayload(compose.subject, written, readPageFacts()), {
    draft: as === 'batch',
    ...(picture !== null && { picture }),
  });
  store.dispatch({ type: 'compose:done' });
  const drafts = grouped(store.get(), 'all').drafts.length;
  const words = as === 'now' ? sentWords(store.get(), 1) : `In the batch: ${drafts} to send.`;
  if (why === null) notify(store.dispatch, words, 'success');
  else notify(store.dispatch, `${words} Without a picture: ${why}`, 'problem');
}

/** A comment without its picture is worth more than none. */
async function takePicture(compose: Compose): Promise<{ picture: Blob | null; why: string | null }> {
  if (!compose.screenshot) return { picture: null, why: null };
  try {
    return { picture: await captureElement(shownIn(compose), { maxBytes: pictureBytes }), why: null };
  } catch (error) {
    return { picture: null, why: error instanceof Error ? error.message : String(error) };
  }
}

function shownIn(compose: Compose): Element {
  const { subject } = compose;
  const node = subject.kind === 'text' ? subject.text.ranges[0]?.commonAncestorContainer : null;
  const around = node?.nodeType === Node.ELEMENT_NODE ? (node as Element) : node?.parentElement;
  return pickedOf(compose)[0]?.host ?? around ?? document.body;
}

function pickedOf({ subject }: Compose): readonly Picked[] {
  return subject.kind === 'picked' ? subject.picked : [];
}
