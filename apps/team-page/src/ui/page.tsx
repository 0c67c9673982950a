import type { ComponentChildren } from 'preact';

import { Notice } from '@annotate-mcp/overlay/ui';

import type { PageProps } from './page-props.ts';
import { ProjectView } from './project-view.tsx';
import { Projects } from './projects.tsx';
import { SignOut } from './sign-out.tsx';

export function Page(props: PageProps) {
  const { app, state } = props;
  const { notice } = state;
  return (
    <>
      <Content {...props} />
      {notice && (
        <div class="nga-foot-stack">
          <Notice
            key={notice.id}
            notice={notice}
            onClose={() => app.states.dispatch((before) => ({ ...before, notice: null }))}
          />
        </div>
      )}
    </>
  );
}

function Content(props: PageProps) {
  const { view, projects, open, problem } = props.state;
  if (problem !== null)
    return (
      <Message role="alert" title="The server did not answer">
        {problem} Reload the page to try again.
      </Message>
    );
  if (projects === null) return <Message title="Loading…" />;
  if (view.project === null) return <Projects {...props} projects={projects} />;
  if (open !== null) return <ProjectView {...props} open={open} />;
  return (
    <Message title="There is no such project for you" head={<SignOut app={props.app} />}>
      Nothing is known here about “{view.project}”, or you are not one of its members.{' '}
      <a href="./">Show my projects</a>, or sign out to sign in as another person.
    </Message>
  );
}

function Message({ title, role = 'status', head, children }: MessageProps) {
  return (
    <>
      {head !== undefined && (
        <header class="team-head">
          <i />
          {head}
        </header>
      )}
      <main>
        <div class="team-message" role={role}>
          <h1>{title}</h1>
          {children !== undefined && <p>{children}</p>}
        </div>
      </main>
    </>
  );
}

interface MessageProps {
  title: string;
  role?: 'status' | 'alert';
  /** What can be done in the head of the page. */
  head?: ComponentChildren;
  children?: ComponentChildren;
}
