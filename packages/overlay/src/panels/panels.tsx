/** Everything but the launcher. Not part of the first load: lazy-panels.ts loads it when it is needed or the page is idle. */
import type { FunctionComponent } from 'preact';
import { useEffect, useRef, useState } from 'preact/hooks';

import type { Annotation } from '@annotate-mcp/core';

import { setFileOpener } from '../ui/file-chip.tsx';
import { statusWord } from '../ui/words.ts';

import { AnnotationList as List } from './annotation-list.tsx';
import { openFile } from './hub-requests.ts';
import { OpenComposer as Composer } from './open-composer.tsx';
import { OpenThread as Thread } from './open-thread.tsx';
import type { PanelProps } from './panel-props.ts';

export { Badges } from './badges.tsx';
export { Pointing } from './pointing.tsx';
export { PointingHint } from './pointing-hint.tsx';
export { AskedAloud, StartFromNotice } from './questions.tsx';
export { Toolbar } from './toolbar.tsx';
export { countUnread } from '../attention/unread.ts';
export { Notice } from '../ui/notice.tsx';
export { createPanelStyleSheet } from '../ui/panel-styles.ts';

export const AnnotationList = withFileOpener(List);
export const OpenComposer = withFileOpener(Composer);
export const OpenThread = withFileOpener(Thread);

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
export function Announcement({ annotations }: { annotations: Annotations }) {
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
    if (after.status === 'acknowledged') return [`${after.claim.agentName} is on it: ${about}`];
    if (after.status !== 'draft') return [`${statusWord(after)}: ${about}`];
  }
  const last = after.replies.at(-1);
  if (after.replies.length === before.replies.length || last?.author !== 'agent') return [];
  return [`${last.agentName ?? 'The agent'} replied: ${about}`];
}
