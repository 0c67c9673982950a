import type { CommentAction } from '@annotate-mcp/markdown';
import { copyToClipboard } from '@annotate-mcp/overlay/ui';

import { batchOf } from '../state/select.ts';
import { keptKey } from '../state/state.ts';

import type { Commands, Parts } from './commands.ts';
import { held, nudge } from './sending.ts';

type Changing = Pick<
  Commands,
  | 'change'
  | 'reply'
  | 'saveEdit'
  | 'approve'
  | 'remove'
  | 'relink'
  | 'changeReview'
  | 'discardBatch'
  | 'toggleTask'
  | 'copy'
  | 'close'
>;

export function changing(parts: Parts): Changing {
  const { store, host, notify } = parts;
  const { dispatch } = store;
  const change = (id: string, what: CommentAction) => changeOne(parts, id, what);
  const remove = async (id: string) => {
    await parts.drafts.forget([id]);
    const known = store.get().comments.has(id);
    dispatch({ type: 'writing:drop', ids: [id] });
    if (known) await change(id, { type: 'delete' });
  };
  return {
    change,
    reply: (id) => sendKept(parts, 'reply', id, (text) => ({ type: 'reply', replyId: parts.newId(), text })),
    async saveEdit(id) {
      await sendKept(parts, 'edit', id, (text) => ({ type: 'edit', text }));
    },
    async approve(id) {
      const said = store.get().kept.get(keptKey('reply', id))?.trim() ?? '';
      // Said first: whoever gets the approved item has to know what goes with it.
      if (said !== '' && !(await change(id, { type: 'reply', replyId: parts.newId(), text: said }))) return;
      forget(parts, keptKey('reply', id));
      await change(id, { type: 'approve' });
    },
    remove,
    async relink(anchor) {
      const id = store.get().relinking;
      if (id === null) return;
      dispatch({ type: 'relink', id: null });
      if (!(await change(id, { type: 'relink', anchor }))) return;
      getSelection()?.removeAllRanges();
      notify.done('Linked to the selected text.');
    },
    changeReview: (what) => changeReview(parts, what),
    async discardBatch() {
      dispatch({ type: 'dialog', dialog: null });
      for (const { id } of batchOf(store.get())) await remove(id);
    },
    toggleTask: (offset) => toggleTask(parts, offset),
    async copy(text, done) {
      if (await copyToClipboard(text, document.body)) notify.done(done);
      else notify.info(`This host does not let us copy. It is: ${text}`);
    },
    close() {
      if (batchOf(store.get()).length > 0) dispatch({ type: 'dialog', dialog: 'close' });
      else host.close?.();
    },
  };
}

async function changeOne(parts: Parts, id: string, change: CommentAction): Promise<boolean> {
  const { store, server, host, notify } = parts;
  return held(parts, id, 'That did not work.', async () => {
    const { comment, nudge: said } = await server.changeComment({ id, change });
    store.dispatch({
      type: 'comments',
      changed: comment ? [comment] : [],
      removed: comment ? [] : [id],
    });
    if (said) await nudge(host, said, notify);
  });
}

/** The typed text stays in its field until the server has it. */
async function sendKept(
  parts: Parts,
  what: 'reply' | 'edit',
  id: string,
  change: (text: string) => CommentAction,
): Promise<boolean> {
  const key = keptKey(what, id);
  const text = parts.store.get().kept.get(key)?.trim() ?? '';
  if (text === '' || !(await changeOne(parts, id, change(text)))) return false;
  forget(parts, key);
  return true;
}

function forget({ store, shelf }: Parts, key: string): void {
  store.dispatch({ type: 'keep', key, text: null });
  shelf.keep(key, null);
}

async function changeReview(
  { store, server, notify }: Parts,
  change: Parameters<Commands['changeReview']>[0],
): Promise<void> {
  try {
    const { mode, mirror, fileMeta: file, exported } = await server.changeReview(change);
    store.dispatch({ type: 'review', mode, mirror, file });
    if (exported !== undefined)
      notify.done(
        `${file.name} now carries ${exported === 1 ? '1 comment' : `${exported} comments`}: share or commit it.`,
      );
    else if (change.type === 'mirror')
      notify.done(
        mirror
          ? `${file.name} now carries the comments too, and follows every change.`
          : `${file.name} no longer follows the comments.`,
      );
  } catch (error) {
    notify.problem('That did not work.', error);
  }
}

/** The box itself changes when the file has: what is shown is what is saved. */
async function toggleTask({ store, server, notify }: Parts, offset: number): Promise<void> {
  const { text, file } = store.get();
  if (text === null || file === null) return;
  const mark = text[offset] === ' ' ? 'x' : ' ';
  try {
    await server.save(text.slice(0, offset) + mark + text.slice(offset + 1), file.sha);
  } catch (error) {
    notify.problem('The box was not saved.', error);
  }
}
