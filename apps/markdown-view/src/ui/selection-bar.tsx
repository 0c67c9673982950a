/** What can be done with the selected text. No composer opens on selection: the reader may only want to copy the text. */
import { useLayoutEffect, useRef } from 'preact/hooks';

import { Button, Icon, Kbd } from '@annotate-mcp/overlay/ui';

import { itemOf } from '../state/select.ts';
import { isTextEditable } from '../state/state.ts';

import { ViewIcon } from './view-icon.tsx';
import type { ViewProps } from './view-props.ts';

export function SelectionBar(props: ViewProps & { narrow: boolean }) {
  const { state, commands, narrow } = props;
  const { selection, relinking, composing, textFix } = state;
  const ref = useRef<HTMLDivElement>(null);
  useLayoutEffect(() => {
    if (ref.current && !narrow) placeBar(ref.current);
  });
  const isWriting = composing !== null || textFix !== null;
  if (selection === null || (isWriting && relinking === null)) return null;
  return (
    <div
      class={`mdv-selected nga-root nga-surface ${narrow ? 'mdv-selected--docked' : ''}`}
      role="toolbar"
      aria-label="Selected text"
      ref={ref}
      // Otherwise pressing the button would clear the selection before the click.
      onMouseDown={(event) => event.preventDefault()}
    >
      {relinking === null ? (
        <>
          <Button variant="quiet" data-nga="comment" onClick={() => commands.comment(selection)}>
            <ViewIcon name="comment" /> Comment {!narrow && <Kbd>C</Kbd>}
          </Button>
          <Button variant="quiet" data-nga="suggest" onClick={() => commands.suggest(selection)}>
            <ViewIcon name="suggest" /> Suggest {!narrow && <Kbd>S</Kbd>}
          </Button>
          {isTextEditable(state) && (
            <Button variant="quiet" data-nga="edit-text" onClick={() => commands.editPassage(selection)}>
              <Icon name="pencil" size={14} /> Edit {!narrow && <Kbd>I</Kbd>}
            </Button>
          )}
          {!state.asksVerdict && (
            <Button variant="quiet" data-nga="answer" onClick={() => commands.comment(selection, true)}>
              <ViewIcon name="bolt" /> Answer… {!narrow && <Kbd>A</Kbd>}
            </Button>
          )}
        </>
      ) : (
        <Button variant="quiet" icon="target" onClick={() => void commands.relink(selection)}>
          Link the comment here
        </Button>
      )}
    </div>
  );
}

/** Puts the bar above the selection, or below it when there is no space above. */
function placeBar(bar: HTMLElement): void {
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

/** Shown while the new text of a comment is to be selected. */
export function RelinkHint({ state, dispatch }: Pick<ViewProps, 'state' | 'dispatch'>) {
  const item = state.relinking === null ? null : itemOf(state, state.relinking);
  if (item === null) return null;
  return (
    <div class="mdv-hint nga-root nga-surface" role="status">
      <Icon name="target" />
      <span class="nga-grow">
        Select the text that <q dir="auto">{item.comment?.annotationText ?? ''}</q> is about
      </span>
      <Button variant="quiet" onClick={() => dispatch({ type: 'relink', id: null })}>
        Cancel
      </Button>
    </div>
  );
}
