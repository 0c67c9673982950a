import { useRef, useState } from 'preact/hooks';

import type { Annotation } from '@annotate-mcp/core';

import { statusWord } from '../ui/words.ts';

type Annotations = ReadonlyMap<string, Annotation>;

/** What to tell somebody who cannot see the badges change. Stays until there is something newer. */
export function useAnnouncement(annotations: Annotations): string {
  const before = useRef(annotations);
  const [said, say] = useState('');
  if (before.current === annotations) return said;
  const news = announce(before.current, annotations);
  before.current = annotations;
  if (news !== '') say(news);
  return news || said;
}

/** Empty when nothing happened that an agent did. */
export function announce(before: Annotations, after: Annotations): string {
  return [...after.values()]
    .flatMap((annotation) => {
      const known = before.get(annotation.id);
      return known === undefined || known === annotation ? [] : newsOf(known, annotation);
    })
    .join(' ');
}

function newsOf(before: Annotation, after: Annotation): string[] {
  const about = after.annotationText;
  if (before.status !== after.status) {
    if (after.status === 'acknowledged') return [`${after.claim.agentName} is on it: ${about}`];
    if (after.status !== 'draft') return [`${statusWord(after)}: ${about}`];
  }
  const last = after.replies.at(-1);
  if (after.replies.length === before.replies.length || last?.author !== 'agent') return [];
  return [`${last.agentName ?? 'The agent'} replied: ${about}`];
}
