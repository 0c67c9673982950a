import { useEffect, useRef, useState } from 'preact/hooks';

import { Select, shownName } from '@annotate-mcp/overlay/ui';
import { redactText } from '@annotate-mcp/page-facts';
import type { Choice } from '@annotate-mcp/team/answers';

import { type Filter, noFilter, isSameFilter, shownWords } from '../address.ts';

import type { ProjectProps } from './page-props.ts';

/** A pause in typing after which the server is asked. */
const pauseMs = 250;

export function Filters({ app, state, open }: ProjectProps) {
  const { filter } = state.view;
  const { choices, me } = open;
  const choose = (change: Partial<Filter>) => app.go({ filter: { ...filter, ...change } });
  return (
    <search class="team-filters">
      <SearchField
        value={filter.text}
        onText={(text) => app.go({ filter: { ...app.states.get().view.filter, text } }, 'replace')}
      />
      <Select label="Show" options={shownWords} value={filter.show} onChange={(show) => choose({ show })} />
      <Select
        label="Written by"
        options={optionsFor('All authors', 'By', choices?.authors ?? [], filter.author, me.id)}
        value={filter.author}
        onChange={(author) => choose({ author })}
      />
      <Select
        label="Assigned to"
        options={{
          ...optionsFor('All assignees', 'For', choices?.assignees ?? [], filter.assignee, me.id),
          unassigned: 'Unassigned',
        }}
        value={filter.assignee}
        onChange={(assignee) => choose({ assignee })}
      />
      <Select
        label="Page"
        options={{ '': 'All pages', ...pagesFor(choices?.pages ?? [], filter.page) }}
        value={filter.page}
        onChange={(page) => choose({ page })}
      />
      {!isSameFilter(filter, noFilter) && (
        <button type="button" class="nga-btn nga-btn-quiet" onClick={() => choose(noFilter)}>
          Clear
        </button>
      )}
    </search>
  );
}

export function SearchField({ value, onText }: { value: string; onText: (text: string) => void }) {
  const [typed, setTyped] = useState(value);
  const sent = useRef(value);
  useEffect(() => {
    // What was sent comes back as the value when the person has typed more. Another one is of the back button or Escape.
    if (value === sent.current) return;
    sent.current = value;
    setTyped(value);
  }, [value]);
  useEffect(() => {
    if (typed === sent.current) return;
    const timer = setTimeout(() => {
      sent.current = typed;
      onText(typed);
    }, pauseMs);
    return () => clearTimeout(timer);
  }, [typed]);
  return (
    <input
      type="search"
      class="nga-search"
      data-nga="search"
      aria-label="Search comments and replies"
      placeholder="Search comments and replies"
      value={typed}
      onInput={(event) => setTyped(event.currentTarget.value)}
    />
  );
}

/** What is chosen is always one of them, also before the choices are known. */
function optionsFor(
  all: string,
  word: string,
  choices: readonly Choice[],
  chosen: string,
  me: string,
): Record<string, string> {
  const names = choices.map(({ id, name }): [string, string] => [
    id,
    `${word} ${id === me ? 'me' : (shownName(name) ?? `person ${id.slice(0, 4)}`)}`,
  ]);
  const known = new Map([[chosen, `${word} ${chosen.slice(0, 8)}`] as const, ...names]);
  known.delete('');
  known.delete('unassigned');
  return { '': all, ...Object.fromEntries(known) };
}

function pagesFor(pages: readonly string[], chosen: string): Record<string, string> {
  const known = chosen === '' || pages.includes(chosen) ? pages : [chosen, ...pages];
  return Object.fromEntries(known.map((page) => [page, redactText(page.replace(/^https?:\/\//, ''))]));
}
