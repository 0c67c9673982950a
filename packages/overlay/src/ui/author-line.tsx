import type { ComponentChildren } from 'preact';

import type { Reply } from '@annotate-mcp/core';

import { Age } from './age.tsx';

/** The name of an author and how long ago the author wrote. */
export function AuthorLine({ name, at, link }: { name: string; at: string; link?: AuthorLink | null }) {
  const age = <Age at={at} class="nga-muted" title={new Date(at).toLocaleString()} />;
  return (
    <div class="nga-who">
      <b dir="auto">{name}</b>
      {link ? <LinkedAge {...link}>{age}</LinkedAge> : age}
    </div>
  );
}

export interface AuthorLink {
  /** Opens the comment. */
  href: string;
  onCopy: (href: string) => void;
}

/** The time is a link to the comment, as in other discussions; a click copies it. */
function LinkedAge({ href, onCopy, children }: AuthorLink & { children: ComponentChildren }) {
  const copy = (event: MouseEvent) => {
    event.preventDefault();
    onCopy(href);
  };
  return (
    <a class="nga-permalink" href={href} aria-label="Copy a link to this comment" onClick={copy}>
      {children}
    </a>
  );
}

export function authorName(
  { author, agentName }: Pick<Reply, 'author' | 'agentName'>,
  person = 'You',
): string {
  return author === 'user' ? person : (agentName ?? 'Agent');
}
