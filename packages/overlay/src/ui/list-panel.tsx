import { useRef } from 'preact/hooks';

import type { Detail } from '@annotate-mcp/core';

import type { Panel, PanelTab } from '../state/state.ts';

import { ConfirmButton } from './action-buttons.tsx';
import { Button, CloseButton, IconButton } from './button.tsx';
import { moveFocus, useFocus, useFocusOfItem } from './focus.ts';
import { useVisiblePart } from './follow.ts';
import { Dot } from './launcher.tsx';
import { Group, groupsOf, type ListPanelProps } from './list-items.tsx';
import { PanelIcon } from './panel-icon.tsx';
import { Select } from './settings.tsx';
import { statusWords } from './words.ts';

export function ListPanel(props: ListPanelProps) {
  const { panel, items, agent, remark, empty, review, onClose } = props;
  const ref = useRef<HTMLDivElement>(null);
  useFocus(ref);
  useVisiblePart(ref);
  const keepFocus = useFocusOfItem(ref);
  return (
    <div
      class={`nga-list nga-surface ${review ? 'nga-list--review' : ''}`}
      data-nga="list"
      role="dialog"
      aria-label="Comments"
      tabIndex={-1}
      ref={ref}
      {...keepFocus}
      onKeyDown={(event) => {
        props.onKeyDown?.(event);
        const { target, currentTarget } = event;
        const inList = target instanceof Element && target.closest('.nga-body') !== null;
        if (inList || target === currentTarget) moveFocus(event, currentTarget, '.nga-item');
      }}
    >
      <div class="nga-head">
        <h2>Comments</h2>
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
      {props.people}
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
        {props.more}
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

const {
  lost: _lost,
  changed: _changed,
  removed: _removed,
  unseen: _unseen,
  missing: _missing,
  broken: _broken,
  ...words
} = statusWords;
const filters: Readonly<Record<Panel['filter'], string>> = {
  open: 'Open',
  unread: 'Unread',
  closed: 'Closed',
  ...words,
};

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
      {onNote && (
        <Button
          variant="quiet"
          icon={<PanelIcon name="plus" size={14} />}
          data-nga="add-note"
          onClick={onNote}
        >
          Note
        </Button>
      )}
      <i />
      <Button variant="quiet" icon="copy" data-nga="copy-all" onClick={onCopy}>
        Copy all
      </Button>
      <Select label="What is copied" options={details} value={detail} onChange={onDetail} />
    </div>
  );
}
