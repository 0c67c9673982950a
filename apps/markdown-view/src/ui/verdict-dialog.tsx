/** How the person ends a review: what they decide, and what they say about the whole document. */
import { useState } from 'preact/hooks';

import { type Verdict, verdicts } from '@annotate-mcp/markdown';
import { Button, Field } from '@annotate-mcp/overlay/ui';

import { batchOf, countWaiting } from '../state/select.ts';
import { verdictTextKey } from '../state/state.ts';

import { Modal } from './modal.tsx';
import type { ViewProps } from './view-props.ts';
import { plural } from './words.ts';

interface VerdictWords {
  readonly label: string;
  readonly hint: string;
}

const verdictWords: Readonly<Record<Verdict, VerdictWords>> = {
  approve: { label: 'Approve', hint: 'The document is fine as it is, or with your comments done.' },
  changes: { label: 'Request changes', hint: 'The agent changes it and shows it to you again.' },
  comment: { label: 'Comment', hint: 'The agent gets your comments without a decision.' },
};

/** An approved plan is carried out as it is. */
const planHints: Readonly<Record<Verdict, string>> = {
  approve: 'The agent carries out the plan as it is, without your comments.',
  changes: 'The agent gets your comments and changes the plan.',
  comment: verdictWords.comment.hint,
};

export function VerdictDialog(props: ViewProps) {
  const { state, dispatch, commands } = props;
  const count = batchOf(state).length;
  const [verdict, setVerdict] = useState<Verdict>(count > 0 ? 'changes' : 'approve');
  // An approved plan is carried out as it is: the agent that asked takes no text with an approval.
  const takesText = !state.asksVerdict || verdict !== 'approve';
  const isRefused = !takesText && count + countWaiting(state) > 0;
  const canSend = !isRefused && !state.submitting;
  const send = () => {
    if (canSend) void commands.giveVerdict(verdict);
  };
  return (
    <Modal
      title="Finish the review"
      onClose={() => dispatch({ type: 'dialog', dialog: null })}
      onSubmit={send}
      firstFocus="input:checked"
    >
      <VerdictChoice {...props} verdict={verdict} onChange={setVerdict} />
      {takesText && (
        <Field
          label="About the whole document"
          placeholder="About the whole document (optional)"
          value={state.fieldTexts.get(verdictTextKey) ?? ''}
          onText={(text) => commands.setFieldText(verdictTextKey, text)}
          onSubmit={send}
        />
      )}
      <p class="mdv-verdict-says nga-small nga-muted" role="status">
        {isRefused
          ? 'Your comments would be lost with an approval: request changes, or delete them.'
          : describeUnsent(count)}
      </p>
      <div class="nga-actions">
        <i />
        <Button variant="primary" data-nga="give-verdict" disabled={!canSend} onClick={send}>
          {state.submitting ? 'Sending…' : sendWord(verdict, isRefused ? 0 : count)}
        </Button>
      </div>
    </Modal>
  );
}

interface VerdictChoiceProps extends ViewProps {
  readonly verdict: Verdict;
  readonly onChange: (verdict: Verdict) => void;
}

function VerdictChoice({ state, verdict, onChange }: VerdictChoiceProps) {
  const offered = verdicts.filter((each) => !state.asksVerdict || each !== 'comment');
  return (
    <fieldset class="mdv-verdicts" aria-label="Verdict">
      {offered.map((each) => (
        <label key={each} class="mdv-verdict">
          <input
            type="radio"
            name="verdict"
            value={each}
            aria-label={verdictWords[each].label}
            aria-describedby={`mdv-verdict-${each}`}
            checked={verdict === each}
            onChange={() => onChange(each)}
          />
          <span>
            <b>{verdictWords[each].label}</b>
            <span class="nga-small nga-muted" id={`mdv-verdict-${each}`}>
              {state.asksVerdict ? planHints[each] : verdictWords[each].hint}
            </span>
          </span>
        </label>
      ))}
    </fieldset>
  );
}

function describeUnsent(count: number): string {
  return count === 0
    ? ''
    : `${plural(count, 'comment')} that you did not send ${count === 1 ? 'goes' : 'go'} along.`;
}

function sendWord(verdict: Verdict, count: number): string {
  const { label } = verdictWords[verdict];
  if (count === 0) return verdict === 'comment' ? 'Send' : label;
  return verdict === 'comment'
    ? `Send ${plural(count, 'comment')}`
    : `${label} and send ${plural(count, 'comment')}`;
}
