import { Icon, type IconName } from './icon.tsx';
import { PathIcon } from './path-icon.tsx';

/** Icons that only the panels have; they are loaded with the panels. */
const paths = {
  freeze: 'M8 1.8v12.4M2.6 4.9l10.8 6.2M13.4 4.9 2.6 11.1M6.2 2.6 8 4.4l1.8-1.8M6.2 13.4 8 11.6l1.8 1.8',
  batch: 'M8 2.2 14 5.3 8 8.4 2 5.3zM2.4 8.2 8 11l5.6-2.8M2.4 11 8 13.8l5.6-2.8',
  list: 'M5.6 4h8M5.6 8h8M5.6 12h8M2.4 4h.4M2.4 8h.4M2.4 12h.4',
  sliders:
    'M2.2 4.6h6M12 4.6h1.8M2.2 11.4H4M7.8 11.4h6M10.1 2.9a1.7 1.7 0 1 1 0 3.4a1.7 1.7 0 0 1 0-3.4M5.9 9.7a1.7 1.7 0 1 1 0 3.4a1.7 1.7 0 0 1 0-3.4',
  camera:
    'M2.2 5.4a1 1 0 0 1 1-1h1.7L6 2.8h4l1.1 1.6h1.7a1 1 0 0 1 1 1v6.4a1 1 0 0 1-1 1H3.2a1 1 0 0 1-1-1zM8 6.2a2.2 2.2 0 1 1 0 4.4a2.2 2.2 0 0 1 0-4.4',
  terminal:
    'M2.2 3.8a1 1 0 0 1 1-1h9.6a1 1 0 0 1 1 1v8.4a1 1 0 0 1-1 1H3.2a1 1 0 0 1-1-1zM4.8 6l2 2-2 2M8.6 10.2h2.6',
  pin: 'M8 10v4.2M4.4 10h7.2M5.4 10c0-1.6 1-2.2 1-3.6V3.4h3.2v3c0 1.4 1 2 1 3.6M5.4 2.6h5.2',
  plus: 'M8 3.4v9.2M3.4 8h9.2',
  editor: 'M9.6 2.6h3.8v3.8M13.2 2.8 7.6 8.4M11.8 9.4v3a1 1 0 0 1-1 1H3.6a1 1 0 0 1-1-1V5.2a1 1 0 0 1 1-1h3',
} as const;

export type PanelIconName = IconName | keyof typeof paths;

export function PanelIcon({ name, size = 16 }: { name: PanelIconName; size?: number }) {
  return isOwn(name) ? <PathIcon path={paths[name]} size={size} /> : <Icon name={name} size={size} />;
}

function isOwn(name: PanelIconName): name is keyof typeof paths {
  return name in paths;
}
