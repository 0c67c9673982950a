import type { ComponentChildren } from 'preact';
import { useEffect, useState } from 'preact/hooks';

import type { AuthorMark as Mark, ShownAuthor } from './authors.ts';

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

/** The initials of a person in their colour. Only for the eye: the name is written beside it, or in a label. */
export function AuthorMark({ mark, small = false }: { mark: Mark; small?: boolean }) {
  return (
    <span
      class={`nga-mark nga-mark--${mark.color} ${small ? 'nga-mark--small' : ''}`}
      aria-hidden="true"
      data-initials={mark.initials}
    />
  );
}

interface AgeProps {
  /** An ISO date. */
  at: string;
  class?: string;
  title?: string;
}

/** How long ago something happened. It is drawn again every minute. */
export function Age({ at, ...rest }: AgeProps) {
  const now = useNow();
  return (
    <time dateTime={at} {...rest}>
      {formatAge(at, now)}
    </time>
  );
}

/** "now", "2 min", "3 h", "5 d", then the date. */
export function formatAge(iso: string, now: number): string {
  const minutes = Math.floor((now - Date.parse(iso)) / 60_000);
  if (minutes < 1) return 'now';
  if (minutes < 60) return `${minutes} min`;
  if (minutes < 24 * 60) return `${Math.floor(minutes / 60)} h`;
  if (minutes < 30 * 24 * 60) return `${Math.floor(minutes / 1440)} d`;
  return iso.slice(0, 10);
}

function useNow(): number {
  const [, setNow] = useState(0);
  useEffect(() => {
    const timer = setInterval(() => setNow(Date.now()), 60_000);
    return () => clearInterval(timer);
  }, []);
  return Date.now();
}
