/** What each command does, with the parts that do it. */
import type { ConsoleTail } from './capture/console-tail.ts';
import type { Commands } from './commands.ts';
import type { Connection } from './connection/connection.ts';
import type { Freezer } from './freeze/freezer.ts';
import type { LazyMarkers } from './markers/lazy.ts';
import { notify } from './notify.ts';
import { sentWords } from './sent-words.ts';
import type { OverlayStateContainer } from './state/container.ts';
import { grouped } from './state/select.ts';
import type { Notice } from './state/state.ts';

export interface CommandParts {
  readonly store: OverlayStateContainer;
  readonly connection: Connection;
  readonly markers: LazyMarkers;
  readonly tail: ConsoleTail;
  readonly freezer: Freezer;
  readonly root: ShadowRoot;
}

export function createCommands(parts: CommandParts): Commands {
  const { store, connection } = parts;
  const { dispatch } = store;
  const say = (text: string, tone?: Notice['tone']) => notify(dispatch, text, tone);
  const copyText = async (text: string, said: string) => {
    const { copyToClipboard } = await import('./ui/clipboard.ts');
    if (await copyToClipboard(text, parts.root)) say(said, 'success');
    else say('The browser did not let us copy. Select the text and copy it by hand.', 'problem');
  };

  return {
    send: async (as) => {
      try {
        await (await import('./send.ts')).send(parts, as);
      } catch (error) {
        const why = error instanceof Error ? error.message : String(error);
        dispatch({ type: 'compose:failed', problem: `Not sent, your text is kept: ${why}` });
      }
    },
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
    reveal: async (id) => (await import('./reveal.ts')).reveal(parts, id),
    pageNote: () => dispatch({ type: 'compose:open', subject: { kind: 'page' } }),
    copyPage: async (tab = 'page') => {
      const { markdownOf } = await import('./export-markdown.ts');
      const { markdown, said } = markdownOf(store.get(), tab, new Date());
      if (markdown === null) say(said);
      else await copyText(markdown, said);
    },
    copyText: (text, said) => void copyText(text, said),
    toggleFreeze: parts.freezer.toggle,
  };
}
