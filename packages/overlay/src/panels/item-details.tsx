import { useLayoutEffect, useRef } from 'preact/hooks';

import {
  type Addressee,
  type Annotation,
  isAcceptable,
  isClosed,
  mentionsIn,
  type PageActionName,
  type Reply,
} from '@annotate-mcp/core';

import { isOffered } from '../state/abilities.ts';
import { selectAddressees, selectAuthors } from '../state/people.ts';
import { ActionButtons, buttonOf, nextStep, removeButton, type ThreadAction } from '../ui/action-buttons.tsx';
import { AssigneeField } from '../ui/assignee-field.tsx';
import { replyAuthor } from '../ui/authors.ts';
import { Button } from '../ui/button.tsx';
import { Field } from '../ui/field.tsx';
import { isFromRepository } from '../ui/from-repository.tsx';
import { OutsideReplies, Replies, type RepliesProps } from '../ui/replies.tsx';
import { signOf } from '../ui/words.ts';

import type { PanelProps } from './panel-props.ts';
import { ThreadEdits, ThreadWork } from './thread-work.tsx';
import { useWhole } from './use-whole.ts';

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
          onAdopt={
            isOffered(state, 'adopt', item) ? () => commands.act(item.id, { type: 'adopt' }) : undefined
          }
          tabIndex={current ? 0 : -1}
        />
      )}
      <ThreadEdits annotation={item} state={state} hub={hub} />
      <ThreadWork annotation={item} state={state} hub={hub} />
      <AssigneeField
        annotation={item}
        addressees={selectAddressees(state)}
        me={state.me.id}
        onAssign={
          isOffered(state, 'assign', item)
            ? (to) => commands.act(item.id, { type: 'assign', assignee: to })
            : undefined
        }
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

interface ActionContext extends ItemProps {
  can: (name: PageActionName) => boolean;
}

type Action = ThreadAction<ActionContext>;

const adopt: Action = {
  name: 'adopt',
  button: ({ item, can }) =>
    can('adopt') ? buttonOf('adopt', item, { variant: 'primary', icon: 'check' }) : null,
  run: ({ item, commands }) => commands.act(item.id, { type: 'adopt' }),
};

const relink: Action = {
  name: 'relink',
  button: ({ item, state, can }) =>
    can('relink') && signOf(item, state.lost.has(item.id)) === 'lost'
      ? buttonOf('relink', item, { icon: 'target' })
      : null,
  run: ({ item, commands }) => commands.relink(item.id),
};

const accept: Action = {
  name: 'accept',
  button: ({ item, can }) =>
    can('accept') ? buttonOf('accept', item, { icon: 'check', variant: variantOf(item, 'accept') }) : null,
  run(context) {
    const { item, commands } = context;
    const written = writtenIn(context);
    if (written) commands.act(item.id, { type: 'reply', ...written });
    commands.act(item.id, { type: 'accept' });
    setReply(context, '');
  },
};

const reopen: Action = {
  name: 'reopen',
  button: ({ item, can }) =>
    can('reopen') ? buttonOf('reopen', item, { variant: variantOf(item, 'reopen') }) : null,
  run(context) {
    context.commands.act(context.item.id, { type: 'reopen', ...writtenIn(context) });
    setReply(context, '');
  },
};

const reply: Action = {
  name: 'reply',
  button: ({ item, can }) =>
    !can('reply') || (isClosed(item) && can('reopen')) ? null : { label: 'Reply', variant: 'quiet' },
  run: openThread,
};

const edit: Action = {
  name: 'edit',
  button: ({ item, can }) => (can('edit') ? buttonOf('edit', item, { variant: 'quiet' }) : null),
  run(context) {
    const { item, dispatch } = context;
    // The thread opens with the changed text that is stored here.
    dispatch({ type: 'reply:text', id: `edit ${item.id}`, text: item.annotationText });
    openThread(context);
  },
};

const remove: Action = {
  name: 'delete',
  button: ({ item, can }) => (can('delete') ? removeButton(item) : null),
  run: ({ item, commands }) => commands.act(item.id, { type: 'delete' }),
};

/** What can be done with an item of the list in its status. */
function Actions(item: ItemProps) {
  const props: ActionContext = { ...item, can: (name) => isOffered(item.state, name, item.item) };
  const tabIndex = props.current ? 0 : -1;
  if (isFromRepository(props.item))
    return (
      <div class="nga-actions">
        <ActionButtons actions={[adopt, remove]} context={props} tabIndex={tabIndex} />
      </div>
    );
  return (
    <div class="nga-actions">
      <ActionButtons actions={[relink]} context={props} tabIndex={tabIndex} />
      {props.can('reopen') && isAcceptable(props.item) && (
        <Field
          label="Reply (optional)"
          placeholder="Reply (optional)"
          rows={1}
          tabIndex={tabIndex}
          data-nga="reply-text"
          value={replyOf(props)}
          onText={(text) => setReply(props, text)}
          onSubmit={() => reopen.run(props)}
        />
      )}
      <ActionButtons actions={[accept, reopen, reply, edit, remove]} context={props} tabIndex={tabIndex} />
    </div>
  );
}

function variantOf(item: Annotation, action: 'accept' | 'reopen'): 'primary' | undefined {
  return nextStep(item) === action ? 'primary' : undefined;
}

function openThread({ item, dispatch }: ItemProps): void {
  dispatch({ type: 'thread:open', id: item.id });
}

function replyOf({ item, state }: ItemProps): string {
  return state.kept.get(item.id) ?? '';
}

/** The reply that is being written, and whom it names. */
function writtenIn(context: ItemProps): { message: string; mentions: Addressee[] } | null {
  const message = replyOf(context).trim();
  if (message === '') return null;
  return { message, mentions: mentionsIn(message, selectAddressees(context.state)) };
}

function setReply({ item, dispatch }: ItemProps, text: string): void {
  dispatch({ type: 'reply:text', id: item.id, text });
}

/** What the parts below an item of the list get. */
interface ItemProps extends Pick<PanelProps, 'state' | 'dispatch' | 'commands' | 'hub'> {
  item: Annotation;
  /** The item has the keyboard focus of the list, so that Tab moves into its buttons. */
  current: boolean;
}
