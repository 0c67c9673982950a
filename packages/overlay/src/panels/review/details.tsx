import { useLayoutEffect, useRef } from 'preact/hooks';

import type { Reply } from '@annotate-mcp/core';

import { isOffered } from '../../state/abilities.ts';
import { selectAddressees } from '../../state/addressees.ts';
import { selectAuthors } from '../../state/authors.ts';
import { AssigneeField } from '../../ui/assignee-field.tsx';
import { replyAuthor } from '../../ui/authors.ts';
import { Button } from '../../ui/button.tsx';
import { isFromRepository } from '../../ui/from-repository.tsx';
import { OutsideReplies } from '../../ui/outside-replies.tsx';
import { Replies, type RepliesProps } from '../../ui/replies.tsx';
import { ThreadEdits } from '../thread-edits.tsx';
import { ThreadWork } from '../thread-work.tsx';
import { useWhole } from '../use-whole.ts';

import { Actions } from './actions.tsx';
import type { ItemProps } from './item-props.ts';

/** Below an item of the list: what was answered, and what can be done about it. */
export function Details(props: ItemProps) {
  const { item, current, dispatch, commands, state, hub } = props;
  const ref = useRef<HTMLDivElement>(null);
  useKeptFocus(ref);
  useWhole(current ? item.id : undefined, props);
  return (
    <div class="nga-details" ref={ref}>
      <LastReplies
        replies={item.replies}
        authorOf={(reply) => replyAuthor(reply, item, selectAuthors(state))}
        tabIndex={current ? 0 : -1}
        onOpen={() => dispatch({ type: 'thread:open', id: item.id })}
      />
      {!isFromRepository(item) && (
        <OutsideReplies
          replies={item.outsideReplies ?? []}
          onAdopt={isOffered(state, 'adopt', item) ? () => commands.adopt(item.id) : undefined}
          tabIndex={current ? 0 : -1}
        />
      )}
      <ThreadEdits annotation={item} state={state} hub={hub} />
      <ThreadWork annotation={item} state={state} hub={hub} />
      <AssigneeField
        annotation={item}
        addressees={selectAddressees(state)}
        me={state.me.id}
        onAssign={isOffered(state, 'assign', item) ? (to) => commands.assign(item.id, to) : undefined}
        tabIndex={current ? 0 : -1}
      />
      <Actions {...props} />
    </div>
  );
}

const shown = 3;

function LastReplies({
  replies,
  authorOf,
  tabIndex,
  onOpen,
}: {
  replies: readonly Reply[];
  authorOf: RepliesProps['authorOf'];
  tabIndex: number;
  onOpen: () => void;
}) {
  if (replies.length === 0) return null;
  const earlier = replies.length - shown;
  return (
    <>
      {earlier > 0 && (
        <Button variant="quiet" tabIndex={tabIndex} onClick={onOpen}>
          {earlier === 1 ? '1 earlier reply' : `${earlier} earlier replies`}
        </Button>
      )}
      <Replies replies={replies.slice(-shown)} authorOf={authorOf} />
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
