import type { AuthorMark as Mark } from './authors.ts';

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
