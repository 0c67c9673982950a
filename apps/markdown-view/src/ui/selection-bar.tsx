/** What can be done with the text that is selected. Nothing opens by itself: it may have been selected to be copied. */
import { useLayoutEffect, useRef } from 'preact/hooks';

import { Button, Icon, Kbd } from '@annotate-mcp/overlay/ui';

import { itemOf } from '../state/select.ts';

import { SignIcon } from './sign.tsx';
import type { ViewProps } from './view-props.ts';

export function SelectionBar(props: ViewProps & { narrow: boolean }) {
  const { state, commands, narrow } = props;
  const { selection, relinking, composing } = state;
  const ref = useRef<HTMLDivElement>(null);
  useLayoutEffect(() => {
    if (ref.current && !narrow) stand(ref.current);
  });
  if (selection === null || (composing !== null && relinking === null)) return null;
  return (
    <div
      class={`mdv-selected nga-root nga-surface ${narrow ? 'mdv-selected--docked' : ''}`}
      role="toolbar"
      aria-label="Selected text"
      ref={ref}
      // A press would take the selection away before the click.
      onMouseDown={(event) => event.preventDefault()}
    >
      {relinking === null ? (
        <>
          <Button look="quiet" data-nga="comment" onClick={() => commands.comment(selection)}>
            <SignIcon name="comment" /> Comment {!narrow && <Kbd>C</Kbd>}
          </Button>
          <Button look="quiet" data-nga="answer" onClick={() => commands.comment(selection, true)}>
            <SignIcon name="bolt" /> Answer… {!narrow && <Kbd>A</Kbd>}
          </Button>
        </>
      ) : (
        <Button look="quiet" icon="target" onClick={() => void commands.relink(selection)}>
          Link the comment here
        </Button>
      )}
    </div>
  );
}

/** Above the end of the selection, where the pointer or the cursor just was; below where there is no room. */
function stand(bar: HTMLElement): void {
  const box = selectionBox();
  const frame = bar.parentElement?.getBoundingClientRect();
  const scroller = bar.parentElement;
  if (!box || !frame || !scroller) return;
  const above = box.top - frame.top - bar.offsetHeight - 6;
  const top = above > 0 ? above : box.bottom - frame.top + 6;
  const left = Math.min(Math.max(8, box.left - frame.left), frame.width - bar.offsetWidth - 8);
  bar.style.transform = `translate(${Math.round(left + scroller.scrollLeft)}px,${Math.round(top + scroller.scrollTop)}px)`;
}

function selectionBox(): DOMRect | null {
  const selection = getSelection();
  if (!selection || selection.rangeCount === 0 || selection.isCollapsed) return null;
  const boxes = selection.getRangeAt(0).getClientRects();
  return boxes[0] ?? null;
}

/** While a comment waits for its new place. */
export function RelinkHint({ state, dispatch }: Pick<ViewProps, 'state' | 'dispatch'>) {
  const item = state.relinking === null ? null : itemOf(state, state.relinking);
  if (item === null) return null;
  return (
    <div class="mdv-hint nga-root nga-surface" role="status">
      <Icon name="target" />
      <span class="nga-grow">
        Select the text that <q dir="auto">{item.comment?.annotationText ?? ''}</q> is about
      </span>
      <Button look="quiet" onClick={() => dispatch({ type: 'relink', id: null })}>
        Cancel
      </Button>
    </div>
  );
}
