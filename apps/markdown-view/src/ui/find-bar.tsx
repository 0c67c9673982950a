/** The search in the text and the comments. The browser's own does not know comments that are folded. */
import { useEffect, useRef, useState } from 'preact/hooks';

import { CloseButton, IconButton } from '@annotate-mcp/overlay/ui';

import type { DocumentPanel } from '../document/panel-types.ts';
import { mostFound } from '../document/text-finder.ts';
import { itemsOf } from '../state/select.ts';
import type { ViewState } from '../state/state.ts';

import { ViewIcon } from './view-icon.tsx';
import type { ViewProps } from './view-props.ts';

interface FindBarProps extends Pick<ViewProps, 'state' | 'dispatch' | 'commands'> {
  readonly panel: () => DocumentPanel | null;
}

type Match = { readonly at: number } & ({ readonly text: number } | { readonly comment: string });

export function FindBar(props: FindBarProps) {
  const { dispatch, panel } = props;
  const { query, count, search, step } = useSearch(props);
  const field = useRef<HTMLInputElement>(null);
  useEffect(() => {
    field.current?.focus();
    return () => void panel()?.find('');
  }, []);
  const close = () => {
    dispatch({ type: 'tool', tool: 'finding', open: false });
    panel()?.focus();
  };
  const keyDown = (event: KeyboardEvent) => {
    if (event.key === 'Enter') step(event.shiftKey ? -1 : 1);
    else if (event.key === 'Escape') close();
    else return;
    event.preventDefault();
    event.stopPropagation();
  };
  return (
    <div class="mdv-find nga-root nga-surface" role="search" onKeyDown={keyDown}>
      <ViewIcon name="search" />
      <input
        ref={field}
        type="search"
        aria-label="Find in text and comments"
        placeholder="Find in text and comments"
        value={query}
        onInput={(event) => search(event.currentTarget.value)}
      />
      <span class="mdv-find-count nga-muted" role="status">
        {count}
      </span>
      <IconButton icon={<ViewIcon name="up" />} label="Previous (Shift+Enter)" onClick={() => step(-1)} />
      <IconButton icon={<ViewIcon name="down" />} label="Next (Enter)" onClick={() => step(1)} />
      <CloseButton onClick={close} />
    </div>
  );
}

function useSearch({ state, dispatch, commands, panel }: FindBarProps) {
  const [query, setQuery] = useState('');
  const [matches, setMatches] = useState<readonly Match[]>([]);
  const [current, setCurrent] = useState(0);
  // The positions belong to the text that was searched.
  useEffect(() => setMatches(matchesOf(query, state, panel())), [state.text]);
  const show = (all: readonly Match[], index: number) => {
    const match = all[index];
    setCurrent(index);
    if (match === undefined) return;
    if ('text' in match) panel()?.showFound(match.text);
    else {
      dispatch({ type: 'activate', id: match.comment });
      commands.reveal({ commentId: match.comment });
    }
  };
  return {
    query,
    count: describeCount(query, matches.length, current),
    search: (words: string) => {
      setQuery(words);
      const found = matchesOf(words, state, panel());
      setMatches(found);
      show(found, 0);
    },
    step: (by: 1 | -1) => {
      if (matches.length > 0) show(matches, (current + by + matches.length) % matches.length);
    },
  };
}

function describeCount(query: string, count: number, current: number): string {
  if (query.trim() === '') return '';
  if (count === 0) return 'Nothing found';
  return `${Math.min(current + 1, count)} of ${count >= mostFound ? `${mostFound}+` : count}`;
}

/** In the order of the document. */
function matchesOf(query: string, state: ViewState, panel: DocumentPanel | null): Match[] {
  const inText = (panel?.find(query) ?? []).map(({ at }, text): Match => ({ at, text }));
  const words = query.trim().toLowerCase();
  if (words === '') return [];
  const inComments = itemsOf(state)
    .filter(({ comment, writing }) =>
      [
        comment?.annotationText,
        writing?.text,
        ...(comment?.replies ?? []).map(({ message }) => message),
      ].some((text) => text?.toLowerCase().includes(words)),
    )
    .map(({ id, anchor }): Match => ({ at: anchor.char_start, comment: id }));
  return [...inText, ...inComments].sort((left, right) => left.at - right.at);
}
