import { PathIcon, productSign } from './path-icon.tsx';

/** The icons that several parts share, as paths on a grid of 16 px. The rest is panel-icon.tsx. */
const paths = {
  pin: productSign,
  target: 'M8 1.8v2.4M8 11.8v2.4M1.8 8h2.4M11.8 8h2.4M8 3.8a4.2 4.2 0 1 1 0 8.4a4.2 4.2 0 0 1 0-8.4M8 7.9v.2',
  copy: 'M6 5.6h6.4a1 1 0 0 1 1 1v6.2a1 1 0 0 1-1 1H6.6a1 1 0 0 1-1-1V6a.4.4 0 0 1 .4-.4M3 10.4a.8.8 0 0 1-.4-.8V3.2a1 1 0 0 1 1-1h5.8a.8.8 0 0 1 .8.4',
  close: 'm4 4 8 8M12 4l-8 8',
  check: 'm3.4 8.4 3 3 6.2-6.6',
  clock: 'M8 4v4.2l2.8 1.8',
  dots: 'M3.8 8h.01M8 8h.01M12.2 8h.01',
  minus: 'M4 8h8',
  alert: 'M8 3.4v5.4M8 12.3v.1',
  pencil: 'm3.4 12.6.6-2.6 6.4-6.4a1.2 1.2 0 0 1 1.7 0l.3.3a1.2 1.2 0 0 1 0 1.7L6 12z',
  question: 'M5.8 6.2a2.2 2.2 0 1 1 3.3 1.9c-.7.4-1.1.8-1.1 1.6M8 12.3h.01',
} as const;

export type IconName = keyof typeof paths;

export function Icon({ name, size = 16 }: { name: IconName; size?: number }) {
  return <PathIcon path={paths[name]} size={size} />;
}
