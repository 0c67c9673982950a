import type { ComponentChildren } from 'preact';

import { Age } from './age.tsx';
import { AuthorMark } from './author-mark.tsx';
import type { ShownAuthor } from './authors.ts';

/** The name of an author and how long ago the author wrote. */
export function AuthorLine({
  author,
  at,
  link,
}: {
  author: ShownAuthor;
  at: string;
  link?: AuthorLink | null;
}) {
  const written = new Date(at).toLocaleString();
  const title = link ? `${written}. Copy a link to this comment` : written;
  const age = <Age at={at} class="nga-muted" title={title} />;
  return (
    <div class="nga-who">
      {author.mark && <AuthorMark mark={author.mark} />}
      <b dir="auto">{author.name}</b>
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
    <a class="nga-permalink" href={href} onClick={copy}>
      {children}
      <span class="nga-unseen">, copy a link to this comment</span>
    </a>
  );
}
