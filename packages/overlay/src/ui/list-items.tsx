import type { ComponentChildren } from 'preact';
/** The items of the list, in groups. */
import { useMemo } from 'preact/hooks';

import type { Annotation, Detail } from '@annotate-mcp/core';

import type { AgentLine } from '../state/select.ts';
import type { Panel, PanelTab } from '../state/state.ts';

import { nameAssignee } from './assignee-field.tsx';
import { Age, AuthorMark } from './author-line.tsx';
import { type Authors, requestAuthor } from './authors.ts';
import { Boundary } from './boundary.tsx';
import { Button } from './button.tsx';
import { Glyph } from './chip.tsx';
import { OpenFileButton } from './file-chip.tsx';
import { isFromRepository, notTrusted } from './from-repository.tsx';
import { shortUrl, sourceOf, titleOf } from './target-words.ts';
import { lastStepAt, shortPath, signOf, signWord } from './words.ts';

interface ItemGroup {
  title: string;
  items: readonly Annotation[];
  /** Its number is what the launcher shows. */
  isCounted?: boolean;
  /** What is done with all of them. */
  action?: ComponentChildren;
}

/** What waits for the person first, then drafts. On the tab "All pages" the rest is grouped by page, the page with the newest annotation first. */
export function groupsOf(props: ListPanelProps): ItemGroup[] {
  const { panel, items, isYours } = props;
  const isDraft = ({ status }: Annotation) => status === 'draft';
  const yours = items.filter(isYours);
  const drafts = items.filter(isDraft);
  const rest = items.filter((item) => !isDraft(item) && !isYours(item));
  const others = items.length === rest.length ? '' : 'Others';
  const titled = (item: Annotation) =>
    panel.tab === 'page' || item.kind === 'markdown' ? others : shortUrl(item.pageUrl);
  const groups = [
    { title: 'Your turn', items: yours, isCounted: true, action: <AcceptProven {...props} items={yours} /> },
    { title: 'Your batch', items: drafts, action: <SendBatch {...props} items={drafts} /> },
    ...[...Map.groupBy(rest, titled)].map(([title, of]) => ({ title, items: of })),
  ];
  return groups.filter((group) => group.items.length > 0);
}

/** One by one is as quick where there is only one. */
function AcceptProven({ items, isProven, onAccept }: ListPanelProps) {
  const proven = items.filter(isProven);
  if (proven.length < 2) return null;
  return (
    <Button icon="check" data-nga="accept-proven" onClick={() => onAccept(proven)}>
      Accept {proven.length} proven
    </Button>
  );
}

function SendBatch({ items, onSubmitBatch }: ListPanelProps) {
  return (
    <Button variant="primary" onClick={onSubmitBatch}>
      Send {items.length} to agent
    </Button>
  );
}

export function Group({ title, items, isCounted = false, action, list }: ItemGroup & { list: ListedItems }) {
  return (
    <section>
      {title && (
        <div class="nga-group">
          <h3>{isCounted ? `${title} (${items.length})` : title}</h3>
          {action}
        </div>
      )}
      <ul>
        {items.map((item) => (
          <li
            key={item.id}
            data-nga="item"
            data-id={item.id}
            data-status={signOf(item, list.lost.has(item.id))}
          >
            <Boundary instead={<p class="nga-none">This comment cannot be drawn.</p>}>
              <Item item={item} list={list} />
              <OpenSource item={item} tabIndex={isTabStop(item, list) ? 0 : -1} />
              {list.review?.details(item, isTabStop(item, list))}
            </Boundary>
          </li>
        ))}
      </ul>
    </section>
  );
}

/** Beside the item, because a button cannot be inside of another one. */
function OpenSource({ item, tabIndex }: { item: Annotation; tabIndex: number }) {
  const source = sourceOf(item);
  return source === null ? null : <OpenFileButton path={source} tabIndex={tabIndex} />;
}

/** One item is reached with Tab, the others with the arrow keys. */
function isTabStop({ id }: Annotation, { items, panel: { selected } }: ListedItems): boolean {
  return (items.some((one) => one.id === selected) ? selected : items[0]?.id) === id;
}

function Item({ item, list }: { item: Annotation; list: ListedItems }) {
  const { id, annotationText, replies } = item;
  const lost = list.lost.has(id);
  const unsent = list.unsent.has(id);
  const current = list.panel.selected === id;
  const source = sourceOf(item);
  const stop = isTabStop(item, list);
  const about = list.review?.about;
  const author = requestAuthor(item, list.authors);
  const unread = list.isUnread(item);
  const isSigned = list.authors.isShared && !isFromRepository(item);
  // One step of the arrow keys changes two of hundreds of items; the others are not compared again.
  return useMemo(
    () => (
      <button
        type="button"
        class={`nga-item ${unread ? 'nga-item--unread' : ''}`}
        tabIndex={stop ? 0 : -1}
        aria-current={current ? 'true' : undefined}
        onFocus={() => list.onSelect(id)}
        onClick={() => list.onOpen(id)}
      >
        <Glyph sign={signOf(item, lost)} />
        {about?.(item)}
        <p dir="auto" data-nga="note">
          {annotationText}
        </p>
        {isFromRepository(item) && (
          <span class="nga-meta">
            <span class="nga-origin">{notTrusted}</span>
            <span class="nga-what">{author.name}</span>
          </span>
        )}
        {(isSigned || item.assignee) && (
          <span class="nga-meta">
            {isSigned && (
              <span class="nga-what nga-by" data-nga="author">
                {author.mark && <AuthorMark mark={author.mark} small />}
                <span class="nga-what">{author.name}</span>
              </span>
            )}
            {item.assignee && (
              <span class="nga-what" data-nga="assignee">
                for {nameAssignee(item.assignee, list.authors.me.id)}
              </span>
            )}
          </span>
        )}
        <span class="nga-meta">
          <span data-nga="status">{signWord(item, lost)}</span>
          {(source !== null || !about) && (
            <span class="nga-what">{source ? shortPath(source) : titleOf(item)}</span>
          )}
          {/* What is new in it says more than how much there is. */}
          {!about && !unread && replies.length > 0 && (
            <span>{replies.length === 1 ? '1 reply' : `${replies.length} replies`}</span>
          )}
          <Age at={lastStepAt(item)} />
          {unread && <span class="nga-new">{isMentioned(item, list) ? 'mentions you' : 'unread'}</span>}
          {unsent && <span class="nga-unsent">waiting to be sent</span>}
        </span>
      </button>
    ),
    [item, lost, unsent, current, stop, about !== undefined, isSigned, author.name, unread],
  );
}

function isMentioned({ mentions = [], replies }: Annotation, { authors }: ListedItems): boolean {
  const all = [...mentions, ...replies.flatMap((reply) => reply.mentions ?? [])];
  return all.some((one) => one.type === 'person' && one.id === authors.me.id);
}

/** What the items of a list need to know of it. */
export type ListedItems = Pick<
  ListPanelProps,
  'items' | 'lost' | 'unsent' | 'isUnread' | 'authors' | 'onSelect' | 'onOpen' | 'review'
> & { readonly panel: Pick<Panel, 'selected'> };

export interface ListPanelProps {
  panel: Panel;
  /** The annotations that match the filter, drafts first. */
  items: readonly Annotation[];
  /** The number of open annotations of each tab. */
  open: Readonly<Record<PanelTab, number>>;
  lost: ReadonlySet<string>;
  unsent: ReadonlySet<string>;
  agent: AgentLine;
  isUnread: (item: Annotation) => boolean;
  /** It waits for this person. */
  isYours: (item: Annotation) => boolean;
  /** The page has shown that it is done, and the person may accept it. */
  isProven: (item: Annotation) => boolean;
  onAccept: (items: readonly Annotation[]) => void;
  /** Filters by people, where there are several. */
  people: ComponentChildren;
  authors: Authors;
  onTab: (tab: PanelTab) => void;
  onFilter: (filter: Panel['filter']) => void;
  search: string;
  onSearch: (text: string) => void;
  detail: Detail;
  onDetail: (detail: Detail) => void;
  onSelect: (id: string) => void;
  onOpen: (id: string) => void;
  onSubmitBatch: () => void;
  /** Absent where the person may not write. */
  onNote: (() => void) | undefined;
  onCopy: () => void;
  onClose: () => void;
  /** Gets the keys that are pressed in it. */
  onKeyDown?: (event: KeyboardEvent) => void;
  review?: ReviewList | undefined;
  /** `remark` is drawn above the list, `empty` instead of an empty list. */
  remark: ComponentChildren;
  empty: ComponentChildren;
  /** Drawn below the list. */
  more?: ComponentChildren;
}

/** Additions for inline review: items show their whole thread, and most actions are in the list. */
interface ReviewList {
  /** Drawn above the text of an item: its target. */
  readonly about: (item: Annotation) => ComponentChildren;
  /** Drawn below an item; `current` when the arrow keys are on it. */
  readonly details: (item: Annotation, current: boolean) => ComponentChildren;
  readonly onClear: () => void;
  /** Opens the launcher's bar, because the launcher opens the list in inline review. */
  readonly onTools: () => void;
}
