/** The source of a passage, edited in place. It looks like a card, and is not a comment. */
import { Button, Kbd, submitKey } from '@annotate-mcp/overlay/ui';

import { sourceOf } from '../state/written.ts';

import { SourceField } from './suggestion.tsx';
import type { ViewProps } from './view-props.ts';
import { linesOf } from './words.ts';

export function TextFixCard({ state, dispatch, commands }: ViewProps) {
  const fix = state.textFix;
  if (fix === null) return null;
  const isUnchanged = fix.text === sourceOf(fix.anchor.quote);
  // In a passage of several lines Enter begins another one.
  const isOneLine = !/[\r\n]/.test(fix.anchor.quote);
  const save = () => void commands.savePassage();
  return (
    <div
      class="mdv-card mdv-card--active mdv-composing"
      role="dialog"
      aria-label="Edit text"
      aria-busy={fix.saving}
      onKeyDownCapture={(event) => {
        const isPlain = !event.shiftKey && !event.ctrlKey && !event.metaKey && !event.isComposing;
        if (event.key !== 'Enter' || !isPlain || !isOneLine) return;
        if (!(event.target instanceof HTMLTextAreaElement)) return;
        event.preventDefault();
        event.stopPropagation();
        save();
      }}
    >
      <div class="mdv-fix-head">
        <b>Edit text</b>
        <span class="nga-small nga-muted">{linesOf(fix)}</span>
      </div>
      <SourceField
        quote={fix.anchor.quote}
        value={fix.text}
        onText={(text) => dispatch({ type: 'fix', fix: { ...fix, text } })}
        onSubmit={save}
      />
      {fix.problem !== null && (
        <p class="mdv-fix-problem nga-small" role="alert">
          {fix.problem}
        </p>
      )}
      <div class="nga-actions">
        <Button variant="quiet" onClick={() => dispatch({ type: 'fix', fix: null })}>
          Cancel
        </Button>
        <i />
        <Kbd>{isOneLine ? 'Enter' : submitKey}</Kbd>
        <Button
          variant="primary"
          data-nga="save-text"
          disabled={isUnchanged}
          busy={fix.saving}
          onClick={save}
        >
          Save
        </Button>
      </div>
    </div>
  );
}
