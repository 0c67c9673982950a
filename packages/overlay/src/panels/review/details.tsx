import { useLayoutEffect, useRef } from 'preact/hooks';

import type { Reply } from '@annotate-mcp/core';

import { Button } from '../../ui/button.tsx';
import { requestAuthor } from '../../ui/from-repository.tsx';
import { Replies } from '../../ui/replies.tsx';
import { ThreadEdits } from '../thread-edits.tsx';
import { ThreadWork } from '../thread-work.tsx';

import { Actions } from './actions.tsx';
import type { ItemProps } from './item-props.ts';

/** Below an item of the list: what was answered, and what can be done about it. */
export function Details(props: ItemProps) {
  const { item, current, dispatch, state, hub } = props;
  const ref = useRef<HTMLDivElement>(null);
  useKeptFocus(ref);
  return (
    <div class="nga-details" ref={ref}>
      <LastReplies
        replies={item.replies}
        person={requestAuthor(item)}
        tabIndex={current ? 0 : -1}
        onOpen={() => dispatch({ type: 'thread:open', id: item.id })}
      />
      <ThreadEdits annotation={item} state={state} hub={hub} />
      <ThreadWork annotation={item} state={state} hub={hub} />
      <Actions {...props} />
    </div>
  );
}

const shown = 3;

function LastReplies({
  replies,
  person,
  tabIndex,
  onOpen,
}: {
  replies: readonly Reply[];
  person: string;
  tabIndex: number;
  onOpen: () => void;
}) {
  if (replies.length === 0) return null;
  const earlier = replies.length - shown;
  return (
    <>
      {earlier > 0 && (
        <Button look="quiet" tabIndex={tabIndex} onClick={onOpen}>
          {earlier === 1 ? '1 earlier reply' : `${earlier} earlier replies`}
        </Button>
      )}
      <Replies replies={replies.slice(-shown)} person={person} />
    </>
  );
}

/** Buttons come and go with the status: the focus then stays with the item, or with the list when that went. */
function useKeptFocus(ref: { readonly current: HTMLElement | null }): void {
  const inside = useRef(false);
  const holds = (element: HTMLElement | null) => {
    const root = element?.getRootNode();
    return root instanceof ShadowRoot && element?.contains(root.activeElement) === true;
  };
  inside.current = holds(ref.current);
  useLayoutEffect(() => {
    if (inside.current && !holds(ref.current)) {
      ref.current?.parentElement?.querySelector<HTMLElement>('.nga-item')?.focus();
    }
  });
  useLayoutEffect(
    () => () => {
      if (holds(ref.current)) ref.current?.closest<HTMLElement>('[role=dialog]')?.focus();
    },
    [],
  );
}
