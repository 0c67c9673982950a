import type { Annotation } from '@annotate-mcp/core';
import { Group, type ListedItems, type selectAuthors } from '@annotate-mcp/overlay/threads';
import { Button } from '@annotate-mcp/overlay/ui';

import { isSameFilter, noFilter } from '../address.ts';
import { inProject } from '../state.ts';

import type { ProjectProps } from './page-props.ts';

const none: ReadonlySet<string> = new Set();

interface ListProps extends ProjectProps {
  authors: ReturnType<typeof selectAuthors>;
}

export function List({ app, state, open, authors }: ListProps) {
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
    // It matters who wrote it, also while one person has written all of it.
    authors: { ...authors, isShared: true },
    onSelect: (id) => app.states.dispatch(inProject(project.name, (before) => ({ ...before, selected: id }))),
    onOpen: (id) => app.go({ thread: id }, thread === null ? 'push' : 'replace'),
    onSubmitBatch: () => undefined,
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
      <Group title="" items={items} drafts={false} list={list} />
      {next !== null && (
        <div class="team-more">
          <Button onClick={() => app.session()?.more()}>Show more</Button>
        </div>
      )}
    </div>
  );
}
