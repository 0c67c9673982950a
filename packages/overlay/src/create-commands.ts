/** What each command does, with the parts that do it. */
import type { ConsoleTail } from './capture/console-tail.ts';
import { copyToClipboard } from './clipboard.ts';
import type { Commands } from './commands.ts';
import { composePayload } from './compose-payload.ts';
import type { Connection } from './connection/connection.ts';
import { randomUuid } from './connection/uuid.ts';
import type { Markers } from './markers/markers.ts';
import { notify } from './notify.ts';
import { readPageFacts } from './page-facts.ts';
import { reveal } from './reveal.ts';
import { grouped } from './state/select.ts';
import type { Compose, Notice, Picked } from './state/state.ts';
import type { Store } from './state/store.ts';
import { sentWords } from './sent-words.ts';

export interface CommandParts {
  readonly store: Store;
  readonly connection: Connection;
  readonly markers: Markers;
  readonly tail: ConsoleTail;
  readonly element: HTMLElement;
  readonly root: ShadowRoot;
}

/** Well below what the hub takes. */
const pictureBytes = 600_000;

export function createCommands(parts: CommandParts): Commands {
  const { store, connection, element } = parts;
  const { dispatch } = store;
  let thaw: (() => void) | null = null;
  const say = (text: string, tone?: Notice['tone']) => notify(dispatch, text, tone);
  const copyText = async (text: string, said: string) => {
    if (await copyToClipboard(text, parts.root)) say(said, 'success');
    else say('The browser did not let us copy. Select the text and copy it by hand.', 'problem');
  };

  return {
    send: (as) => void send(parts, as),
    submitBatch() {
      const drafts = grouped(store.get(), 'all').drafts.length;
      connection.submitBatch();
      say(sentWords(store.get(), drafts), 'success');
    },
    reply(id, message) {
      connection.reply(id, message);
      dispatch({ type: 'reply:text', id, text: '' });
    },
    reopen: connection.reopen,
    accept: connection.accept,
    remove: connection.remove,
    edit: connection.edit,
    release: connection.release,
    relink: (id) => dispatch({ type: 'relink:start', id }),
    reveal: (id) => reveal(parts, id),
    pageNote: () => dispatch({ type: 'compose:open', subject: { kind: 'page' } }),
    copyPage: async () => {
      const { drafts, open, closed } = grouped(store.get(), 'page');
      const all = [...drafts, ...open, ...closed];
      if (all.length === 0) {
        say('There is nothing to copy on this page yet.');
        return;
      }
      const { annotationsToMarkdown } = await import('./export-markdown.ts');
      const what = all.length === 1 ? 'One comment' : `${all.length} comments`;
      await copyText(annotationsToMarkdown(all, new Date()), `${what} copied as Markdown.`);
    },
    copyText: (text, said) => void copyText(text, said),
    toggleFreeze: async () => {
      // Loaded before it is decided: two quick presses must not freeze twice.
      const { freeze } = await import('./freeze/freeze.ts');
      thaw?.();
      thaw = thaw === null ? freeze(document, element) : null;
      dispatch({ type: 'freeze', on: thaw !== null });
    },
  };
}

async function send(parts: CommandParts, as: 'now' | 'batch'): Promise<void> {
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
  const picture = await takePicture(parts, compose);
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
  notify(store.dispatch, words, 'success');
}

/** A comment without its picture is worth more than none. */
async function takePicture({ store }: CommandParts, compose: Compose): Promise<Blob | null> {
  if (!compose.screenshot) return null;
  const subject = pickedOf(compose)[0]?.host ?? document.body;
  try {
    const { captureElement } = await import('./capture/screenshot.ts');
    return await captureElement(subject, { maxBytes: pictureBytes });
  } catch (error) {
    const why = error instanceof Error ? error.message : String(error);
    notify(store.dispatch, `Sent without a picture. ${why}`, 'problem');
    return null;
  }
}

function pickedOf({ subject }: Compose): readonly Picked[] {
  return subject.kind === 'picked' ? subject.picked : [];
}
