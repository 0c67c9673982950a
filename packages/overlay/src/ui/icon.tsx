/** The icons of the overlay, as paths on a grid of 16 px. */
const paths = {
  // The sign of the product.
  pin: 'M8 13.6 4.9 10.9H3.8A1.8 1.8 0 0 1 2 9.1V4.3a1.8 1.8 0 0 1 1.8-1.8h8.4A1.8 1.8 0 0 1 14 4.3v4.8a1.8 1.8 0 0 1-1.8 1.8h-1.1zM5.2 6.7h.01M8 6.7h.01M10.8 6.7h.01',
  target: 'M8 1.8v2.4M8 11.8v2.4M1.8 8h2.4M11.8 8h2.4M8 3.8a4.2 4.2 0 1 1 0 8.4a4.2 4.2 0 0 1 0-8.4M8 7.9v.2',
  freeze: 'M8 1.8v12.4M2.6 4.9l10.8 6.2M13.4 4.9 2.6 11.1M6.2 2.6 8 4.4l1.8-1.8M6.2 13.4 8 11.6l1.8 1.8',
  batch: 'M8 2.2 14 5.3 8 8.4 2 5.3zM2.4 8.2 8 11l5.6-2.8M2.4 11 8 13.8l5.6-2.8',
  list: 'M5.6 4h8M5.6 8h8M5.6 12h8M2.4 4h.4M2.4 8h.4M2.4 12h.4',
  copy: 'M6 5.6h6.4a1 1 0 0 1 1 1v6.2a1 1 0 0 1-1 1H6.6a1 1 0 0 1-1-1V6a.4.4 0 0 1 .4-.4M3 10.4a.8.8 0 0 1-.4-.8V3.2a1 1 0 0 1 1-1h5.8a.8.8 0 0 1 .8.4',
  sliders:
    'M2.2 4.6h6M12 4.6h1.8M2.2 11.4H4M7.8 11.4h6M10.1 2.9a1.7 1.7 0 1 1 0 3.4a1.7 1.7 0 0 1 0-3.4M5.9 9.7a1.7 1.7 0 1 1 0 3.4a1.7 1.7 0 0 1 0-3.4',
  close: 'm4 4 8 8M12 4l-8 8',
  check: 'm3.4 8.4 3 3 6.2-6.6',
  clock: 'M8 4v4.2l2.8 1.8',
  dots: 'M3.8 8h.01M8 8h.01M12.2 8h.01',
  minus: 'M4 8h8',
  pencil: 'm3.4 12.6.6-2.6 6.4-6.4a1.2 1.2 0 0 1 1.7 0l.3.3a1.2 1.2 0 0 1 0 1.7L6 12z',
  question: 'M5.8 6.2a2.2 2.2 0 1 1 3.3 1.9c-.7.4-1.1.8-1.1 1.6M8 12.3h.01',
  camera:
    'M2.2 5.4a1 1 0 0 1 1-1h1.7L6 2.8h4l1.1 1.6h1.7a1 1 0 0 1 1 1v6.4a1 1 0 0 1-1 1H3.2a1 1 0 0 1-1-1zM8 6.2a2.2 2.2 0 1 1 0 4.4a2.2 2.2 0 0 1 0-4.4',
  terminal:
    'M2.2 3.8a1 1 0 0 1 1-1h9.6a1 1 0 0 1 1 1v8.4a1 1 0 0 1-1 1H3.2a1 1 0 0 1-1-1zM4.8 6l2 2-2 2M8.6 10.2h2.6',
  plus: 'M8 3.4v9.2M3.4 8h9.2',
  cloudOff: 'M2.4 2.4l11.2 11.2M5 5.5a3 3 0 0 0-1.2 5.7h6.9M7.4 4.3a3.6 3.6 0 0 1 4.2 3.2 2 2 0 0 1 1.8 2.9',
} as const;

export type IconName = keyof typeof paths;

export function Icon({ name, size = 16 }: { name: IconName; size?: number }) {
  return <PathIcon path={paths[name]} size={size} />;
}

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
