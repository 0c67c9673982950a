import type { Verdict, VerdictInput } from '@annotate-mcp/markdown';

import { verdictTextKey } from '../state/state.ts';

import type { CommandDeps } from './command-deps.ts';
import { submitBatch } from './sending-commands.ts';

export interface VerdictCommands {
  /** Sends the verdict with its text and with all comments that were not sent. */
  readonly giveVerdict: (verdict: Verdict) => Promise<void>;
}

export function createVerdictCommands(deps: CommandDeps): VerdictCommands {
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
