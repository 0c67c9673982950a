/** Everything but the launcher. Not part of the first load: lazy-panels.ts loads it when it is needed or the page is idle. */
import type { ComponentChildren, FunctionComponent } from 'preact';
import { useEffect, useRef, useState } from 'preact/hooks';

import { type Annotation, isApply } from '@annotate-mcp/core';

import { countUnread as countUnreadThreads } from '../attention/unread.ts';
import { guard } from '../page-edge.ts';
import type { OverlayState } from '../state/state.ts';
import { selectYours } from '../state/yours.ts';
import { Boundary } from '../ui/boundary.tsx';
import { setFileOpener } from '../ui/file-chip.tsx';
import { keepFocus } from '../ui/keep-focus.ts';
import { letThroughLauncher } from '../ui/let-through.ts';
import { Notice as NoticeBox } from '../ui/notice.tsx';
import { createPanelStyleSheet } from '../ui/panel-styles.ts';
import { statusWord } from '../ui/words.ts';

import { AnnotationList as List } from './annotation-list.tsx';
import { Badges as AllBadges } from './badges.tsx';
import { openFile } from './hub-requests.ts';
import { OpenComposer as Composer } from './open-composer.tsx';
import { OpenThread as Thread } from './open-thread.tsx';
import type { PanelProps } from './panel-props.ts';
import { PointingHint as Hint } from './pointing-hint.tsx';
import { Pointing as Outlines } from './pointing.tsx';
import { AskedAloud as Asked, StartFromNotice as Start } from './questions.tsx';
import { readableState } from './readable.ts';
import { Toolbar as Bar } from './toolbar.tsx';

export const AnnotationList = onItsOwn(withReadable(withFileOpener(List)), <CannotBeShown what="The list" />);
export const OpenComposer = onItsOwn(
  withReadable(withFileOpener(Composer)),
  <CannotBeShown what="The comment box" />,
);
export const OpenThread = onItsOwn(withFileOpener(Thread), <CannotBeShown what="The thread" />);
export const Toolbar = onItsOwn(withReadable(Bar), <CannotBeShown what="The toolbar" />);
export const Badges = onItsOwn(withReadable(AllBadges));
export const Pointing = onItsOwn(Outlines);
export const PointingHint = onItsOwn(Hint);
export const AskedAloud = onItsOwn(Asked);
export const StartFromNotice = onItsOwn(Start);
export const Notice = onItsOwn(NoticeBox);
export const Announcement = onItsOwn(AnnouncedChanges);

/** Called once, before any panel is drawn. */
export function preparePanels(root: ShadowRoot): void {
  // Their position depends on their size.
  root.adoptedStyleSheets.push(createPanelStyleSheet());
  keepFocus(root);
  letThroughLauncher(root);
}

/** `undefined` when an annotation cannot be read. */
export const countUnread: (state: OverlayState) => number | undefined = guard((state) =>
  countUnreadThreads(readableState(state)),
);
/** On this page, with option `review` on the whole site, as the launcher counts. */
export const countYours: (state: OverlayState) => number | undefined = guard(
  (state) => selectYours(readableState(state), state.review ? 'all' : 'page').length,
);

/** A panel whose exceptions take nothing but itself away; `instead` is shown where it was. */
function onItsOwn<Props extends object>(
  Panel: FunctionComponent<Props>,
  instead: ComponentChildren = null,
): FunctionComponent<Props> {
  return function PanelOnItsOwn(props) {
    return (
      <Boundary instead={instead}>
        <Panel {...props} />
      </Boundary>
    );
  };
}

/** A panel that gets the annotations which can be read. */
function withReadable<Props extends { readonly state: OverlayState }>(
  Panel: FunctionComponent<Props>,
): FunctionComponent<Props> {
  return function PanelWithReadable(props) {
    return <Panel {...props} state={readableState(props.state)} />;
  };
}

function CannotBeShown({ what }: { what: string }) {
  return (
    <div class="nga-foot-stack">
      <div class="nga-notice nga-surface nga-notice--problem" data-nga="failed" role="alert">
        <span class="nga-text nga-grow">
          {what} could not be drawn. Your comments are safe: the agent receives them as before. Reload the
          page to try again.
        </span>
      </div>
    </div>
  );
}

/** A panel whose paths open in the person's editor. */
function withFileOpener<Props extends PanelProps>(Panel: FunctionComponent<Props>): FunctionComponent<Props> {
  return function PanelWithFileOpener(props) {
    const { hub, dispatch } = props;
    setFileOpener((path) => void openFile(hub, path, dispatch));
    return <Panel {...props} />;
  };
}

type Annotations = ReadonlyMap<string, Annotation>;

/** The text for screen readers when badges change. It stays until there is a newer one. */
function AnnouncedChanges({ annotations }: { annotations: Annotations }) {
  const before = useRef(annotations);
  const [announced, setAnnounced] = useState('');
  useEffect(() => {
    const earlier = before.current;
    before.current = annotations;
    if (earlier.size === 0 || earlier === annotations) return;
    const changes = describeChanges(earlier, annotations);
    if (changes !== '') setAnnounced(changes);
  }, [annotations]);
  return <>{announced}</>;
}

/** Empty when no agent changed anything. */
function describeChanges(before: Annotations, after: Annotations): string {
  return [...after.values()]
    .flatMap((annotation) => {
      const known = before.get(annotation.id);
      return known === undefined || known === annotation ? [] : describeChange(known, annotation);
    })
    .join(' ');
}

function describeChange(before: Annotation, after: Annotation): string[] {
  const about = after.annotationText;
  if (before.status !== after.status) {
    // What Apply asks is told with the question.
    if (after.status === 'acknowledged')
      return isApply(after.claim) ? [] : [`${after.claim.agentName} is on it: ${about}`];
    if (after.status !== 'draft') return [`${statusWord(after)}: ${about}`];
  }
  const last = after.replies.at(-1);
  if (after.replies.length === before.replies.length || last?.author !== 'agent') return [];
  return [`${last.agentName ?? 'The agent'} replied: ${about}`];
}
