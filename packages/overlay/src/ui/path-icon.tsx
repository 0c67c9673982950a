/** How icons are drawn, and the one of the launcher: the first load has no other. */

export const productSign =
  'M8 13.6 4.9 10.9H3.8A1.8 1.8 0 0 1 2 9.1V4.3a1.8 1.8 0 0 1 1.8-1.8h8.4A1.8 1.8 0 0 1 14 4.3v4.8a1.8 1.8 0 0 1-1.8 1.8h-1.1zM5.2 6.7h.01M8 6.7h.01M10.8 6.7h.01';

/**
 * A path on a grid of 16 px, drawn as a stroke in the colour of the text around it. Screen readers skip it: the words
 * beside it or the label of its button say what it means.
 */
export function PathIcon({ path, size }: { path: string; size: number }) {
  return (
    <svg class="nga-icon" viewBox="0 0 16 16" width={size} height={size} aria-hidden="true" focusable="false">
      <path d={path} />
    </svg>
  );
}
