import { Kbd } from '@annotate-mcp/overlay/ui';

import type { ViewProps } from './view-props.ts';
import { submitWord } from './words.ts';

export function FirstUse({ state }: Pick<ViewProps, 'state'>) {
  if (state.comments.size > 0)
    return <p class="mdv-empty nga-muted">Nothing is open. Choose “All” to see what is settled.</p>;
  return (
    <div class="mdv-empty">
      <ol>
        <li>Select some text.</li>
        <li>Say what should change.</li>
        <li>
          <b>{submitWord(state)}</b> sends everything at once.
        </li>
      </ol>
      <p class="nga-muted nga-small">
        or <Kbd>Tab</Kbd> into the text, <Kbd>↑</Kbd> <Kbd>↓</Kbd> to a paragraph, <Kbd>C</Kbd> to comment
      </p>
    </div>
  );
}
