/** In a project with more annotations than a page gets at first: the rest of the list of all pages, when it is asked for. */
import { useEffect, useState } from 'preact/hooks';

import { closedStatuses, isOpen, openStatuses, type RestList } from '@annotate-mcp/core';

import type { OverlayState, Panel, Rest } from '../state/state.ts';
import { Button } from '../ui/button.tsx';

import type { PanelProps } from './panel-props.ts';

/** How many open annotations of all pages this page has not got. */
export function countUnknown({ rest, annotations }: Pick<OverlayState, 'rest' | 'annotations'>): number {
  const { counts, next } = rest ?? { counts: { open: 0 }, next: { open: null } };
  if (next.open === null) return 0;
  const known = [...annotations.values()].filter(isOpen).length;
  return Math.max(0, counts.open - known);
}

interface MoreProps extends PanelProps {
  panel: Panel;
  isSearch: boolean;
  /** How many of those that the page has match, and how many of these are shown. */
  found: number;
  most: number;
  onMore: () => void;
}

/** What is searched for is looked for in everything; otherwise the person asks for more. */
export function MoreOfAllPages(props: MoreProps) {
  const { state, commands, panel, isSearch, found, most, onMore } = props;
  const list = panel.tab === 'page' ? undefined : nextList(state, panel);
  const { rest, connection } = state;
  const [refused, setRefused] = useState<Rest['next'] | null>(null);
  const isRefused = refused !== null && refused === rest?.next;
  const looksOn =
    list !== undefined && connection === 'online' && !isRefused && (isSearch || panel.filter === 'unread');
  const more = async (of: RestList) => {
    const isAnswered = await commands.rest().then(
      (reader) => reader.more(of),
      () => false,
    );
    setRefused(isAnswered ? null : (rest?.next ?? null));
  };
  useEffect(() => setRefused(null), [connection]);
  useEffect(() => {
    if (looksOn) void more(list);
  }, [looksOn, list, rest?.next]);
  if (list === undefined && found <= most) return null;
  if (looksOn && found <= most)
    return (
      <p class="nga-none" data-nga="looks-on" role="status">
        Looking in the others…
      </p>
    );
  return (
    <p class="nga-none">
      <Button
        data-nga="more"
        onClick={() => {
          onMore();
          if (list !== undefined && found <= most) void more(list);
        }}
      >
        Show more
      </Button>
    </p>
  );
}

/** What is resolved and not accepted counts as open, and is in the list of what agents have closed. */
function nextList({ rest }: OverlayState, { filter }: Panel): RestList | undefined {
  const lists: RestList[] = ['open', 'closed'];
  const of = (statuses: readonly string[]) => statuses.includes(filter);
  const wanted = of(openStatuses)
    ? lists.slice(0, 1)
    : filter === 'closed' || of(closedStatuses)
      ? lists.slice(1)
      : filter === 'draft'
        ? []
        : lists;
  return wanted.find((list) => rest !== null && rest.next[list] !== null);
}
