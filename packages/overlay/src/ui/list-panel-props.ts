import type { ComponentChildren } from 'preact';

import type { Annotation, Detail } from '@annotate-mcp/core';

import type { AgentLine } from '../state/select.ts';
import type { Panel, PanelTab } from '../state/state.ts';

import type { Authors } from './authors.ts';

/** What the items of a list need to know of it. */
export type ListedItems = Pick<
  ListPanelProps,
  'items' | 'lost' | 'unsent' | 'isUnread' | 'authors' | 'onSelect' | 'onOpen' | 'onSubmitBatch' | 'review'
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
