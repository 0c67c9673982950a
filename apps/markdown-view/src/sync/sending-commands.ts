/** Sends the batch, one comment of it, one question, or a verdict. The server gets it first; then the host is told. */
import type { CommentInput, Verdict, VerdictInput } from '@annotate-mcp/markdown';

import { batchOf } from '../state/select.ts';
import { verdictTextKey, type ViewState } from '../state/state.ts';

import { hostRefusedMessage, pushToHost, runWhileBusy, type SyncDeps } from './sync-deps.ts';
import { commentInputOf } from './writing-commands.ts';

export interface SendingCommands extends VerdictCommands {
  /** Resolves to `true` when nothing is left to send. */
  readonly submitAll: () => Promise<boolean>;
  readonly submitOne: (id: string) => Promise<void>;
  readonly answerNow: (id: string) => Promise<void>;
}

export function createSendingCommands(deps: SyncDeps): SendingCommands {
  return {
    submitAll: async () => batchOf(deps.state.get()).length === 0 || submitBatch(deps),
    submitOne: (id) => submitOne(deps, id),
    answerNow: (id) => answerNow(deps, id),
    ...createVerdictCommands(deps),
  };
}

/** Sends all drafts, and the verdict if there is one. Resolves to `true` when the server has them. */
async function submitBatch(deps: SyncDeps, verdict?: VerdictInput): Promise<boolean> {
  const { state, server, notifier } = deps;
  const batch = batchOf(state.get());
  if (state.get().submitting) return false;
  state.dispatch({ type: 'submitting', on: true });
  const unsaved = batch.flatMap(({ id, writing }) => (writing && commentInputOf(state.get(), id)) ?? []);
  try {
    const { comments, nudge, delivered } = await sendInsteadOfSaving(deps, unsaved, () =>
      server.submit({
        comments: unsaved,
        mode: state.get().mode,
        ...seenText(state.get()),
        ...(verdict && { verdict }),
      }),
    );
    state.dispatch({ type: 'comments', changed: comments });
    const agent = delivered ? state.get().listening.agentName : null;
    const sent = describeSent(comments.length, agent);
    notifier.done(verdict ? describeVerdictSent(verdict.verdict, comments.length, agent) : sent);
    if (nudge && !delivered) await pushToHost(deps, nudge);
    return true;
  } catch (error) {
    notifier.problem('Not sent; what you wrote is still here.', error);
    return false;
  } finally {
    state.dispatch({ type: 'submitting', on: false });
  }
}

/** So that an edit which is not on the screen yet does not count as reviewed. */
function seenText({ textSha }: ViewState): { seenSha?: string } {
  return textSha === null ? {} : { seenSha: textSha };
}

async function submitOne(deps: SyncDeps, id: string): Promise<void> {
  const { state, server, drafts, notifier } = deps;
  const { mode } = state.get();
  await runWhileBusy(deps, id, 'Not sent; your comment is still here.', async () => {
    await drafts.flush();
    const { comment, nudge } = await server.changeComment({ id, change: { type: 'submit', mode } });
    state.dispatch({ type: 'writing:drop', ids: [id] });
    if (comment) state.dispatch({ type: 'comments', changed: [comment] });
    notifier.done(describeSent(1, null));
    if (nudge) await pushToHost(deps, nudge);
  });
}

async function answerNow(deps: SyncDeps, id: string): Promise<void> {
  const { state, server, host, notifier } = deps;
  const input = commentInputOf(state.get(), id);
  if (input === null) return;
  await runWhileBusy(deps, id, 'Not asked; your question is still here.', async () => {
    const asked = await sendInsteadOfSaving(deps, [input], () => server.answerNow({ comment: input }));
    if (asked.comment) state.dispatch({ type: 'comments', changed: [asked.comment] });
    const { waiting, agentName } = state.get().listening;
    notifier.done(
      waiting && agentName !== null ? `Asked. ${agentName} has it.` : 'Asked. The answer is shown here.',
    );
    // Only the message: the host's context for the next turn belongs to the batch.
    if (asked.nudge === undefined) return;
    await host.push?.message(asked.nudge.message).catch(() => notifier.info(hostRefusedMessage));
  });
}

/** Sends comments that would otherwise be saved as drafts. When that fails, they are saved as drafts again. */
async function sendInsteadOfSaving<T>(
  { state, drafts }: SyncDeps,
  inputs: readonly CommentInput[],
  send: () => Promise<T>,
): Promise<T> {
  const ids = inputs.map(({ id }) => id);
  const unsaved = inputs.filter(({ id }) => state.get().writing.has(id));
  await drafts.hold(ids);
  try {
    const result = await send();
    void drafts.forget(ids);
    state.dispatch({ type: 'writing:drop', ids });
    return result;
  } catch (error) {
    for (const input of unsaved) drafts.write(input);
    throw error;
  }
}

interface VerdictCommands {
  /** Sends the verdict with its text and with all comments that were not sent. */
  readonly giveVerdict: (verdict: Verdict) => Promise<void>;
}

function createVerdictCommands(deps: SyncDeps): VerdictCommands {
  const { state, copies, newId } = deps;
  /** Sent without an answer. The same verdict gets the same id, so that the server counts it once. */
  let unanswered: VerdictInput | null = null;
  return {
    async giveVerdict(verdict) {
      const text = state.get().fieldTexts.get(verdictTextKey)?.trim() ?? '';
      const isSame = unanswered?.verdict === verdict && (unanswered.text ?? '') === text;
      const input = isSame && unanswered ? unanswered : { id: newId(), verdict, ...(text && { text }) };
      unanswered = input;
      if (!(await submitBatch(deps, input))) return;
      unanswered = null;
      state.dispatch({ type: 'dialog', dialog: null });
      state.dispatch({ type: 'field:text', key: verdictTextKey, text: null });
      copies.saveFieldText(verdictTextKey, null);
    },
  };
}

/** What the view says then. `agent` has it already, or is `null`. */
function describeSent(count: number, agent: string | null): string {
  const sent = count === 1 ? 'Sent 1 comment.' : `Sent ${count} comments.`;
  return agent === null ? sent : `${sent} ${agent} has ${count === 1 ? 'it' : 'them'}.`;
}

const sentWords: Readonly<Record<Verdict, string>> = {
  approve: 'Approved',
  changes: 'Changes requested',
  comment: 'Sent',
};

function describeVerdictSent(verdict: Verdict, comments: number, agent: string | null): string {
  const sent = `${sentWords[verdict]}${comments === 0 ? '' : comments === 1 ? ', with 1 comment' : `, with ${comments} comments`}.`;
  return agent === null ? sent : `${sent} ${agent} has it.`;
}
