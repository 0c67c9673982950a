/** The lanes: all at once, one alone, one to be answered now. The server has it first; telling the host is a nudge. */
import type { CommentInput, Nudge } from '@annotate-mcp/markdown';

import type { ViewHost } from '../host/view-host.ts';
import { batchOf } from '../state/select.ts';

import type { Commands, Notify, Parts } from './commands.ts';
import { inputOf } from './writing.ts';

type Sending = Pick<Commands, 'submitAll' | 'submitOne' | 'answerNow'>;

export function sending(parts: Parts): Sending {
  return {
    submitAll: () => submitAll(parts),
    submitOne: (id) => submitOne(parts, id),
    answerNow: (id) => answerNow(parts, id),
  };
}

/** Tells the host. That it does not listen is no failure: the agent can fetch the same. */
export async function nudge(host: ViewHost, { message, context }: Nudge, notify: Notify): Promise<void> {
  if (host.push === null) return;
  const took = await Promise.allSettled([host.push.context(context), host.push.message(message)]);
  if (took[1].status === 'rejected') notify.info(notTold);
}

const notTold = 'Sent, but this chat does not take messages: ask your agent to get the comments.';

async function submitAll(parts: Parts): Promise<boolean> {
  const { store, server, host, notify } = parts;
  const batch = batchOf(store.get());
  if (batch.length === 0) return true;
  if (store.get().submitting) return false;
  store.dispatch({ type: 'submitting', on: true });
  const unsaved = batch.flatMap(({ id, writing }) => (writing && inputOf(store.get(), id)) ?? []);
  try {
    const {
      comments,
      nudge: said,
      delivered,
    } = await instead(parts, unsaved, () => server.submit({ comments: unsaved, mode: store.get().mode }));
    store.dispatch({ type: 'comments', changed: comments });
    notify.done(sentWords(comments.length, delivered ? store.get().listening.agentName : null));
    if (said && !delivered) await nudge(host, said, notify);
    return true;
  } catch (error) {
    notify.problem('Not sent; your comments are still here.', error);
    return false;
  } finally {
    store.dispatch({ type: 'submitting', on: false });
  }
}

function sentWords(count: number, agent: string | null): string {
  const what = count === 1 ? 'Sent 1 comment.' : `Sent ${count} comments.`;
  return agent === null ? what : `${what} ${agent} has ${count === 1 ? 'it' : 'them'}.`;
}

async function submitOne(parts: Parts, id: string): Promise<void> {
  const { store, server, drafts, host, notify } = parts;
  const { mode } = store.get();
  await held(parts, id, 'Not sent; it is still here.', async () => {
    await drafts.flush();
    const { comment, nudge: said } = await server.changeComment({ id, change: { type: 'submit', mode } });
    store.dispatch({ type: 'writing:drop', ids: [id] });
    if (comment) store.dispatch({ type: 'comments', changed: [comment] });
    notify.done(sentWords(1, null));
    if (said) await nudge(host, said, notify);
  });
}

async function answerNow(parts: Parts, id: string): Promise<void> {
  const { store, server, host, notify } = parts;
  const input = inputOf(store.get(), id);
  if (input === null) return;
  await held(parts, id, 'Not asked; it is still here.', async () => {
    const asked = await instead(parts, [input], () => server.answerNow({ comment: input }));
    if (asked.comment) store.dispatch({ type: 'comments', changed: [asked.comment] });
    const { waiting, agentName } = store.get().listening;
    notify.done(
      waiting && agentName !== null ? `Asked. ${agentName} has it.` : 'Asked. The answer comes here.',
    );
    // Only the message: what waits as context for a later turn is the batch's.
    await host.push?.message(asked.nudge?.message ?? input.text).catch(() => notify.info(notTold));
  });
}

/** Sends these another way than as drafts; when that fails they are drafts as before. */
async function instead<T>(
  { store, drafts }: Parts,
  inputs: readonly CommentInput[],
  send: () => Promise<T>,
): Promise<T> {
  const ids = inputs.map(({ id }) => id);
  const kept = inputs.filter(({ id }) => store.get().writing.has(id));
  await drafts.forget(ids);
  try {
    const result = await send();
    store.dispatch({ type: 'writing:drop', ids });
    return result;
  } catch (error) {
    for (const input of kept) drafts.write(input);
    throw error;
  }
}

/** Marks the comment while the call is on its way, and says what went wrong. True when nothing did. */
export async function held(
  { store, notify }: Pick<Parts, 'store' | 'notify'>,
  id: string,
  failed: string,
  act: () => Promise<void>,
): Promise<boolean> {
  if (store.get().busy.has(id)) return false;
  store.dispatch({ type: 'busy', id, on: true });
  try {
    await act();
    return true;
  } catch (error) {
    notify.problem(failed, error);
    return false;
  } finally {
    store.dispatch({ type: 'busy', id, on: false });
  }
}
