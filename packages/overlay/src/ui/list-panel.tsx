import type { ComponentChildren } from 'preact';
import { useMemo, useRef } from 'preact/hooks';

import type { Annotation, Detail } from '@annotate-mcp/core';

import type { AgentLine } from '../state/select.ts';
import type { Panel, PanelTab } from '../state/state.ts';

import { Age } from './age.tsx';
import { moveFocus } from './arrow-keys.ts';
import { Button, CloseButton, IconButton } from './button.tsx';
import { Glyph } from './chip.tsx';
import { ConfirmButton } from './confirm-button.tsx';
import { OpenFileButton } from './file-chip.tsx';
import { useFocus } from './focus.ts';
import { fromRepository, isFromRepository, requestAuthor } from './from-repository.tsx';
import { Dot } from './launcher.tsx';
import { PanelIcon } from './panel-icon.tsx';
import { Select } from './settings.tsx';
import { statusWords } from './status-word.ts';
import { shortUrl, sourceOf, titleOf } from './target-words.ts';
import { lastStepAt, shortPath, signOf, signWord } from './words.ts';

export interface ListPanelProps {
  panel: Panel;
  /** The annotations that match the filter, drafts first. */
  items: readonly Annotation[];
  /** The number of open annotations of each tab. */
  open: Readonly<Record<PanelTab, number>>;
  lost: ReadonlySet<string>;
  unsent: ReadonlySet<string>;
  agent: AgentLine;
  onTab: (tab: PanelTab) => void;
  onFilter: (filter: Panel['filter']) => void;
  search: string;
  onSearch: (text: string) => void;
  detail: Detail;
  onDetail: (detail: Detail) => void;
  onSelect: (id: string) => void;
  onOpen: (id: string) => void;
  onSubmitBatch: () => void;
  onNote: () => void;
  onCopy: () => void;
  onClose: () => void;
  review?: ReviewList | undefined;
  /** `remark` is drawn above the list, `empty` instead of an empty list. */
  remark: ComponentChildren;
  empty: ComponentChildren;
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

export function ListPanel(props: ListPanelProps) {
  const { panel, items, agent, remark, empty, review, onClose } = props;
  const ref = useRef<HTMLDivElement>(null);
  useFocus(ref);
  return (
    <div
      class={`nga-list nga-surface ${review ? 'nga-list--review' : ''}`}
      data-nga="list"
      role="dialog"
      aria-label="Annotations"
      tabIndex={-1}
      ref={ref}
      onKeyDown={(event) => {
        const { target, currentTarget } = event;
        const inList = target instanceof Element && target.closest('.nga-body') !== null;
        if (inList || target === currentTarget) moveFocus(event, currentTarget, '.nga-item');
      }}
    >
      <div class="nga-head">
        <h2>Annotations</h2>
        <span class="nga-row nga-small nga-muted nga-grow" title={agent.text}>
          <Dot tone={agent.tone} />
          <span class="nga-path-free">{agent.text.replace(/:.*/, '')}</span>
        </span>
        {review && (
          <IconButton
            icon={<PanelIcon name="sliders" />}
            label="Tools and settings"
            onClick={review.onTools}
          />
        )}
        <CloseButton onClick={onClose} />
      </div>
      <div class="nga-tabs">
        <Tabs {...props} />
        {/* At the end of its row, so that it stays under the pointer when its label changes. */}
        {review && (
          <ConfirmButton data-nga="clear-all" onClick={review.onClear}>
            Clear all
          </ConfirmButton>
        )}
      </div>
      <Tools {...props} />
      {/* The key makes a new element for each choice, which starts scrolled to its top. */}
      <div
        key={`${panel.tab} ${panel.filter}`}
        class="nga-body"
        role="tabpanel"
        id="nga-items"
        aria-labelledby={`nga-tab-${panel.tab}`}
      >
        {remark}
        {items.length === 0
          ? empty
          : groupsOf(props).map((group) => <Group key={group.title} {...group} list={props} />)}
      </div>
    </div>
  );
}

const tabs: Readonly<Record<PanelTab, string>> = { page: 'This page', all: 'All pages' };

function Tabs({ panel, open, onTab }: ListPanelProps) {
  const other = panel.tab === 'page' ? 'all' : 'page';
  const keyDown = (event: KeyboardEvent & { currentTarget: HTMLElement }) => {
    if (event.key !== 'ArrowLeft' && event.key !== 'ArrowRight') return;
    onTab(other);
    event.currentTarget.querySelector<HTMLElement>(`#nga-tab-${other}`)?.focus();
  };
  return (
    <div class="nga-row nga-grow" role="tablist" onKeyDown={keyDown}>
      {(['page', 'all'] as const).map((tab) => (
        <button
          key={tab}
          type="button"
          class="nga-tab"
          role="tab"
          id={`nga-tab-${tab}`}
          data-nga={`tab-${tab}`}
          aria-controls="nga-items"
          aria-selected={panel.tab === tab}
          tabIndex={panel.tab === tab ? 0 : -1}
          onClick={() => onTab(tab)}
        >
          {tabs[tab]} ({open[tab]})
        </button>
      ))}
    </div>
  );
}

const { lost: _lost, changed: _changed, ...words } = statusWords;
const filters: Readonly<Record<Panel['filter'], string>> = { open: 'Open', closed: 'Closed', ...words };

const details: Readonly<Record<Detail, string>> = { full: 'Full', short: 'Short' };

function Tools({ panel, onFilter, search, onSearch, detail, onDetail, onNote, onCopy }: ListPanelProps) {
  return (
    <div class="nga-tools">
      <Select label="Show" options={filters} value={panel.filter} onChange={onFilter} />
      <input
        type="search"
        class="nga-search"
        aria-label="Search"
        placeholder="Search"
        data-nga="search"
        value={search}
        onInput={(event) => onSearch(event.currentTarget.value)}
      />
      <Button look="quiet" icon={<PanelIcon name="plus" size={14} />} data-nga="add-note" onClick={onNote}>
        Note
      </Button>
      <i />
      <Button look="quiet" icon="copy" data-nga="copy-all" onClick={onCopy}>
        Copy all
      </Button>
      <Select label="What is copied" options={details} value={detail} onChange={onDetail} />
    </div>
  );
}

interface ItemGroup {
  title: string;
  items: readonly Annotation[];
  drafts: boolean;
}

/** Drafts first. On the tab "All pages" the rest is grouped by page, the page with the newest annotation first. */
function groupsOf({ panel, items }: ListPanelProps): ItemGroup[] {
  const isDraft = ({ status }: Annotation) => status === 'draft';
  const drafts = items.filter(isDraft);
  const rest = items.filter((item) => !isDraft(item));
  const titled = (item: Annotation) =>
    panel.tab === 'page' || item.kind === 'markdown' ? '' : shortUrl(item.pageUrl);
  const groups = [...Map.groupBy(rest, titled)].map(([title, of]) => ({ title, items: of, drafts: false }));
  return drafts.length > 0 ? [{ title: 'Your batch', items: drafts, drafts: true }, ...groups] : groups;
}

function Group({ title, items, drafts, list }: ItemGroup & { list: ListPanelProps }) {
  return (
    <section>
      {title && (
        <div class="nga-group">
          <h3>{title}</h3>
          {drafts && (
            <Button look="primary" onClick={list.onSubmitBatch}>
              Send {items.length} to agent
            </Button>
          )}
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
            <Item item={item} list={list} />
            <OpenSource item={item} tabIndex={isTabStop(item, list) ? 0 : -1} />
            {list.review?.details(item, isTabStop(item, list))}
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
function isTabStop({ id }: Annotation, { items, panel: { selected } }: ListPanelProps): boolean {
  return (items.some((one) => one.id === selected) ? selected : items[0]?.id) === id;
}

function Item({ item, list }: { item: Annotation; list: ListPanelProps }) {
  const { id, annotationText, replies } = item;
  const lost = list.lost.has(id);
  const unsent = list.unsent.has(id);
  const current = list.panel.selected === id;
  const source = sourceOf(item);
  const stop = isTabStop(item, list);
  const about = list.review?.about;
  // One step of the arrow keys changes two of hundreds of items; the others are not compared again.
  return useMemo(
    () => (
      <button
        type="button"
        class="nga-item"
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
            <span class="nga-origin">{fromRepository}</span>
            <span class="nga-what">{requestAuthor(item)}</span>
          </span>
        )}
        <span class="nga-meta">
          <span data-nga="status">{signWord(item, lost)}</span>
          {(source !== null || !about) && (
            <span class="nga-what">{source ? shortPath(source) : titleOf(item)}</span>
          )}
          {!about && replies.length > 0 && (
            <span>{replies.length === 1 ? '1 reply' : `${replies.length} replies`}</span>
          )}
          <Age at={lastStepAt(item)} />
          {unsent && <span class="nga-unsent">not sent yet</span>}
        </span>
      </button>
    ),
    [item, lost, unsent, current, stop, about !== undefined],
  );
}
