import { useEffect, useRef, useState } from 'preact/hooks';

import type { Annotation } from '@annotate-mcp/core';

import { statusWord } from '../ui/status-word.ts';

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
