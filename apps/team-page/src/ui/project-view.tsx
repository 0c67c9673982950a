import type { Annotation } from '@annotate-mcp/core';
import { Group, type ListedItems, selectAuthors } from '@annotate-mcp/overlay/threads';
import { Button } from '@annotate-mcp/overlay/ui';

import { isSameFilter, noFilter } from '../address.ts';
import { inProject, type OpenProject } from '../state.ts';

import { Filters } from './filters.tsx';
import { Link } from './link.tsx';
import { OpenThread } from './open-thread.tsx';
import type { ProjectProps } from './page-props.ts';
import { SignOut } from './sign-out.tsx';

/** The list, and beside it the open thread; on a narrow screen one of them. */
export function ProjectView(props: ProjectProps) {
  const { state, open } = props;
  return (
    <div class="team-project" data-thread={state.view.thread !== null}>
      <Head {...props} />
      <main class="team-list" aria-label="Comments">
        <Filters {...props} />
        <List {...props} authors={selectAuthors(open)} />
      </main>
      <aside class="team-thread" aria-label="Thread">
        <OpenThread {...props} />
      </aside>
    </div>
  );
}

function Head({ app, state, open }: ProjectProps) {
  const { projects } = state;
  return (
    <header class="team-head">
      {(projects?.length ?? 0) > 1 && (
        <Link app={app} view={{ project: null, filter: noFilter, thread: null }} class="team-back">
          Projects
        </Link>
      )}
      <h1>{open.project.name}</h1>
      <i />
      <span class="nga-muted nga-small" role="status">
        {connectionWords[open.connection]}
      </span>
      <span class="nga-small">{open.project.me.name}</span>
      <SignOut app={app} />
    </header>
  );
}

/** Nothing while all is well. */
const connectionWords: Readonly<Record<OpenProject['connection'], string>> = {
  online: '',
  connecting: '',
  offline: 'Not connected. What you write is kept and sent later.',
  refused: 'The server was updated: reload the page.',
  ended: 'Your access to this project has ended.',
};

const none: ReadonlySet<string> = new Set();

interface ListProps extends ProjectProps {
  authors: ReturnType<typeof selectAuthors>;
}

function List({ app, state, open, authors }: ListProps) {
  const { listed, annotations, unread, unsent, next, project, selected } = open;
  const { thread, filter } = state.view;
  if (listed === null) return <p class="nga-none">Loading…</p>;
  const items = listed.flatMap((id): Annotation[] => {
    const annotation = annotations.get(id);
    return annotation === undefined ? [] : [annotation];
  });
  const list: ListedItems = {
    items,
    panel: { selected: thread ?? selected },
    lost: none,
    unsent,
    isUnread: ({ id }) => unread.has(id),
    // It matters who wrote it, even while one person has written all of it.
    authors: { ...authors, isShared: true },
    onSelect: (id) => app.states.dispatch(inProject(project.name, (before) => ({ ...before, selected: id }))),
    onOpen: (id) => app.go({ thread: id }, thread === null ? 'push' : 'replace'),
    review: undefined,
  };
  return (
    <div class="team-items">
      {items.length === 0 && (
        <p class="nga-none" role="status">
          {isSameFilter(filter, noFilter)
            ? 'Nothing is open in this project.'
            : 'Nothing matches these filters.'}
        </p>
      )}
      <Group title="" items={items} list={list} />
      {next !== null && (
        <div class="team-more">
          <Button onClick={() => app.session()?.more()}>Show more</Button>
        </div>
      )}
    </div>
  );
}
