import { useLayoutEffect, useRef } from 'preact/hooks';

import {
  type Addressee,
  type Annotation,
  isClosed,
  mentionsIn,
  type PageActionName,
  type Reply,
} from '@annotate-mcp/core';

import { isOffered } from '../state/abilities.ts';
import { selectAddressees, selectAuthors } from '../state/people.ts';
import {
  ActionButtons,
  isAcceptable,
  isEditable,
  nextStep,
  removeButton,
  type ThreadAction,
} from '../ui/action-buttons.tsx';
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

interface ActionContext extends ItemProps {
  can: (name: PageActionName) => boolean;
}

type Action = ThreadAction<ActionContext>;

const adopt: Action = {
  name: 'adopt',
  button: ({ item, can }) =>
    can('adopt') && isFromRepository(item) ? { label: 'Trust', variant: 'primary', icon: 'check' } : null,
  run: ({ item, commands }) => commands.adopt(item.id),
};

const relink: Action = {
  name: 'relink',
  button: ({ item, state, can }) =>
    can('relink') && signOf(item, state.lost.has(item.id)) === 'lost'
      ? { label: 'Re-link', icon: 'target' }
      : null,
  run: ({ item, commands }) => commands.relink(item.id),
};

const accept: Action = {
  name: 'accept',
  button: ({ item, can }) =>
    can('accept') && isAcceptable(item)
      ? { label: 'Accept', icon: 'check', variant: variantOf(item, 'accept') }
      : null,
  run(context) {
    const { item, commands } = context;
    const message = messageOf(context);
    if (message) commands.reply(item.id, message, mentionedIn(message, context));
    commands.accept(item.id);
    setReply(context, '');
  },
};

const reopen: Action = {
  name: 'reopen',
  button: ({ item, can }) =>
    can('reopen') && isClosed(item) ? { label: 'Re-open', variant: variantOf(item, 'reopen') } : null,
  run(context) {
    const { item, commands } = context;
    const message = messageOf(context);
    if (message) commands.reopen(item.id, message, mentionedIn(message, context));
    else commands.reopen(item.id);
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
  button: ({ item, can }) => (can('edit') && isEditable(item) ? { label: 'Edit', variant: 'quiet' } : null),
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
  run: ({ item, commands }) => commands.remove(item.id),
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

function messageOf(context: ItemProps): string {
  return replyOf(context).trim();
}

function mentionedIn(message: string, { state }: ItemProps): Addressee[] {
  return mentionsIn(message, selectAddressees(state));
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
