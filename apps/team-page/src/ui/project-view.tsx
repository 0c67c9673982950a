import { selectAuthors } from '@annotate-mcp/overlay/threads';

import { noFilter } from '../address.ts';
import type { OpenProject } from '../state.ts';

import { Filters } from './filters.tsx';
import { Link } from './link.tsx';
import { List } from './list.tsx';
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
