import { useMemo } from 'preact/hooks';

import {
  addressOf,
  type Annotation,
  canDo,
  editOf,
  linkTo,
  type PageActionName,
  pageActor,
} from '@annotate-mcp/core';
import {
  EditedView,
  KeptView,
  mayAtAll,
  PictureFetching,
  ProofView,
  RunView,
  Thread,
  ThreadSeen,
  WishList,
} from '@annotate-mcp/overlay/threads';
import { Button } from '@annotate-mcp/overlay/ui';
import { redactText } from '@annotate-mcp/page-facts';

import { createCommands } from '../commands.ts';
import { fetchPicture, hubOf } from '../server.ts';
import { draftsIn, inProject, type OpenProject } from '../state.ts';

import type { ProjectProps } from './page-props.ts';

export function OpenThread({ app, state, open, root }: ProjectProps) {
  const { states } = app;
  const { thread } = state.view;
  const { project, annotations, texts } = open;
  const commands = useMemo(
    () => createCommands({ states, root, connection: () => app.session()?.connection ?? null }),
    [],
  );
  const annotation = annotations.get(thread ?? '');
  if (annotation === undefined)
    return <NoThread isMissing={open.missing.has(thread ?? '')} asked={thread !== null} />;
  const { id } = annotation;
  const pictureAt = (name: string) => `${hubOf(project.name)}/api/attachments/${encodeURIComponent(name)}`;
  const keep = (key: string, text: string) =>
    states.dispatch(
      inProject(project.name, (before) => ({ ...before, texts: new Map(before.texts).set(key, text) })),
    );
  return (
    <PictureFetching value={fetchPicture}>
      <Where
        annotation={annotation}
        onCopy={() => commands.copyText(location.href, 'A link to this thread was copied.')}
      />
      <Thread
        key={id}
        annotation={annotation}
        state={open}
        can={(name) => isOffered(open, name, annotation)}
        drafts={draftsIn(open).length}
        kept={texts}
        onKeep={keep}
        pictureAt={pictureAt}
        // Pages of other machines are not compared: without a proof there is nothing to say about it.
        proof={'proof' in annotation && <ProofView annotation={annotation} pictureAt={pictureAt} />}
        progress={
          <>
            <ThreadOutcome annotation={annotation} />
            <ThreadSeen annotation={annotation} state={open} hub={hubOf(project.name)} />
          </>
        }
        onClose={() => app.go({ thread: null })}
        commands={commands}
      />
    </PictureFetching>
  );
}

/** What was tried, and what an agent did. The diff, its undoing and the test are offered on the machine that has the files. */
function ThreadOutcome({ annotation }: { annotation: Annotation }) {
  const edited = editOf(annotation);
  const run = annotation.runs?.at(-1);
  const checkFile = 'checkFile' in annotation ? (annotation.checkFile ?? null) : null;
  return (
    <>
      {'wishes' in annotation && <WishList wishes={annotation.wishes} />}
      {run !== undefined && <RunView run={run} annotation={annotation} />}
      {edited !== null && <EditedView id={annotation.id} edited={edited} />}
      <KeptView file={checkFile} asked={false} />
    </>
  );
}

/** The page that the comment is on, and a link to this thread for a colleague. */
function Where({ annotation, onCopy }: { annotation: Annotation; onCopy: () => void }) {
  const link = linkTo(annotation);
  // The link itself must lead there.
  const address = redactText(addressOf(annotation));
  return (
    <div class="team-where">
      {/* The record may come from elsewhere: no other address becomes a link. */}
      {link !== null && /^https?:/.test(link) ? (
        <a href={link} target="_blank" rel="noopener noreferrer" title={address}>
          {address.replace(/^https?:\/\//, '')}
        </a>
      ) : (
        <span class="nga-muted">{address}</span>
      )}
      <i />
      <Button variant="quiet" icon="copy" onClick={onCopy}>
        Copy link
      </Button>
    </div>
  );
}

function NoThread({ isMissing, asked }: { isMissing: boolean; asked: boolean }) {
  if (isMissing)
    return (
      <p class="nga-none" role="alert">
        This comment is not here any more, or you may not see it.
      </p>
    );
  if (asked) return <p class="nga-none">Loading…</p>;
  return (
    <p class="nga-none team-hint">
      Choose a comment. <kbd>j</kbd> and <kbd>k</kbd> step through the list, <kbd>Enter</kbd> opens,{' '}
      <kbd>r</kbd> replies, <kbd>/</kbd> searches, <kbd>Esc</kbd> closes.
    </p>
  );
}

/** As the server decides: an administrator acts for the author of what was sent, but does not change their words. */
function isOffered({ me, project }: OpenProject, name: PageActionName, annotation: Annotation): boolean {
  // Elements are picked on their page.
  if (name === 'relink' || name === 'adopt') return false;
  const local = project.administers && name !== 'edit';
  return mayAtAll({ me }, name) && canDo(name, annotation, pageActor(annotation, { authorId: me.id, local }));
}
