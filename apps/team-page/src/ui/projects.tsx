import type { MemberProject } from '@annotate-mcp/team/answers';

import { noFilter } from '../address.ts';

import { Link } from './link.tsx';
import type { PageProps } from './page-props.ts';
import { SignOut } from './sign-out.tsx';

/** The projects of the person, each with what is to do there. */
export function Projects({ app, projects }: PageProps & { projects: readonly MemberProject[] }) {
  return (
    <>
      <header class="team-head">
        <h1>Projects</h1>
        <i />
        <SignOut app={app} />
      </header>
      <main class="team-projects" aria-label="Projects">
        <ul>
          {projects.map((project) => (
            <li key={project.name} class="nga-surface">
              <Link
                app={app}
                view={{ project: project.name, filter: noFilter, thread: null }}
                class="team-name"
              >
                {project.name}
              </Link>
              <span class="nga-muted nga-small">
                {project.me.name} · {project.role}
              </span>
              <span class="team-counts">
                <Count project={project} show="open" words="open" {...{ app }} />
                <Count project={project} show="waiting" words="waiting for you" {...{ app }} />
                <Count project={project} show="unread" words="unread" {...{ app }} />
              </span>
            </li>
          ))}
        </ul>
      </main>
    </>
  );
}

interface CountProps extends Pick<PageProps, 'app'> {
  project: MemberProject;
  show: 'open' | 'waiting' | 'unread';
  words: string;
}

function Count({ app, project, show, words }: CountProps) {
  const count = project.counts[show];
  const view = { project: project.name, filter: { ...noFilter, show }, thread: null };
  return (
    <Link
      app={app}
      view={view}
      class={count > 0 && show !== 'open' ? 'team-count team-count--new' : 'team-count'}
    >
      <b>{count}</b> {words}
    </Link>
  );
}
