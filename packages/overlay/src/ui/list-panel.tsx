import type { ComponentChildren } from 'preact';
import { useMemo, useRef } from 'preact/hooks';

import type { Annotation } from '@annotate-mcp/core';

import type { AgentLine } from '../state/select.ts';
import type { Panel, PanelTab } from '../state/state.ts';

import { ago, shortUrl, sourceOf, titleOf } from './about.ts';
import { moveFocus } from './arrow-keys.ts';
import { Button, CloseButton } from './button.tsx';
import { Glyph } from './chip.tsx';
import { useFocus } from './focus.ts';
import { Dot } from './launcher.tsx';
import { useNow } from './minute.ts';
import { Select } from './settings.tsx';
import { shortPath, statusWord, statusWords } from './words.ts';

export interface ListPanelProps {
  panel: Panel;
  /** What the filter lets through, drafts first. */
  items: readonly Annotation[];
  /** How many are open, for each tab. */
  open: Readonly<Record<PanelTab, number>>;
  lost: ReadonlySet<string>;
  unsent: ReadonlySet<string>;
  agent: AgentLine;
  onTab: (tab: PanelTab) => void;
  onFilter: (filter: Panel['filter']) => void;
  onSelect: (id: string) => void;
  onOpen: (id: string) => void;
  onSubmitBatch: () => void;
  onNote: () => void;
  onCopy: () => void;
  onClose: () => void;
  /** What to say above the list, and what instead of it when there is nothing in it. */
  remark: ComponentChildren;
  empty: ComponentChildren;
}

export function ListPanel(props: ListPanelProps) {
  const { panel, items, agent, remark, empty, onClose } = props;
  const ref = useRef<HTMLDivElement>(null);
  useFocus(ref);
  return (
    <div
      class="nga-list nga-surface"
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
        <CloseButton onClick={onClose} />
      </div>
      <Tabs {...props} />
      <Tools {...props} />
      {/* Another one for each choice: it starts at its top. */}
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
    <div class="nga-tabs" role="tablist" onKeyDown={keyDown}>
      {(['page', 'all'] as const).map((tab) => (
        <button
          key={tab}
          type="button"
          class="nga-tab"
          role="tab"
          id={`nga-tab-${tab}`}
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

const { lost: _, ...words } = statusWords;
const filters: Readonly<Record<Panel['filter'], string>> = { open: 'Open', closed: 'Closed', ...words };

function Tools({ panel, onFilter, onNote, onCopy }: ListPanelProps) {
  return (
    <div class="nga-tools">
      <Select label="Show" options={filters} value={panel.filter} onChange={onFilter} />
      <i />
      <Button look="quiet" icon="plus" onClick={onNote}>
        Note
      </Button>
      <Button look="quiet" icon="copy" onClick={onCopy}>
        Copy all
      </Button>
    </div>
  );
}

interface GroupOf {
  title: string;
  items: readonly Annotation[];
  drafts: boolean;
}

/** Drafts first; in All pages the rest by page, in the order of their newest. */
function groupsOf({ panel, items }: ListPanelProps): GroupOf[] {
  const isDraft = ({ status }: Annotation) => status === 'draft';
  const drafts = items.filter(isDraft);
  const rest = items.filter((item) => !isDraft(item));
  const titled = (item: Annotation) =>
    panel.tab === 'page' || item.kind === 'markdown' ? '' : shortUrl(item.pageUrl);
  const groups = [...Map.groupBy(rest, titled)].map(([title, of]) => ({ title, items: of, drafts: false }));
  return drafts.length > 0 ? [{ title: 'Your batch', items: drafts, drafts: true }, ...groups] : groups;
}

function Group({ title, items, drafts, list }: GroupOf & { list: ListPanelProps }) {
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
          <li key={item.id}>
            <Item item={item} list={list} />
          </li>
        ))}
      </ul>
    </section>
  );
}

function Item({ item, list }: { item: Annotation; list: ListPanelProps }) {
  const { id, annotationText, replies, createdAt } = item;
  const lost = list.lost.has(id);
  const unsent = list.unsent.has(id);
  const current = list.panel.selected === id;
  const source = sourceOf(item);
  // One stop for Tab; the arrow keys do the rest.
  const stop =
    (list.items.some((one) => one.id === list.panel.selected) ? list.panel.selected : list.items[0]?.id) ===
    id;
  // The same drawing again is not compared: of hundreds, one step of the arrow keys changes two.
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
        <Glyph sign={lost ? 'lost' : item.status} />
        <p dir="auto">{annotationText}</p>
        <span class="nga-meta">
          <span>{lost ? statusWords.lost : statusWord(item)}</span>
          <span class="nga-what">{source ? shortPath(source) : titleOf(item)}</span>
          {replies.length > 0 && (
            <span>{replies.length === 1 ? '1 reply' : `${replies.length} replies`}</span>
          )}
          <Age at={createdAt} />
          {unsent && <span class="nga-unsent">not sent yet</span>}
        </span>
      </button>
    ),
    [item, lost, unsent, current, stop],
  );
}

function Age({ at }: { at: string }) {
  return <time dateTime={at}>{ago(at, useNow())}</time>;
}
