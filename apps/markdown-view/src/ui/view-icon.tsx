import { PathIcon } from '@annotate-mcp/overlay/ui';

/** Icons that only this view has, on the same grid of 16 px as the shared ones. */
const paths = {
  cloudOff: 'M2.4 2.4l11.2 11.2M5 5.5a3 3 0 0 0-1.2 5.7h6.9M7.4 4.3a3.6 3.6 0 0 1 4.2 3.2 2 2 0 0 1 1.8 2.9',
  send: 'M2.4 8 13.6 2.8 10.4 13.2 7.6 9zM7.6 9l6-6.2',
  bolt: 'M8.8 1.8 3.6 9h4l-.6 5.2L12.4 7h-4z',
  expand: 'M9.6 2.8h3.6v3.6M6.4 13.2H2.8V9.6M13.2 2.8 9.2 6.8M2.8 13.2l4-4',
  shrink: 'M13.2 6.4H9.6V2.8M2.8 9.6h3.6v3.6M9.6 6.4l3.8-3.8M6.4 9.6l-3.8 3.8',
  share:
    'M8 9.8V2.6M5.2 5 8 2.4 10.8 5M4.4 7.6H3.6a.8.8 0 0 0-.8.8v4.4c0 .5.4.8.8.8h8.8c.5 0 .8-.3.8-.8V8.4a.8.8 0 0 0-.8-.8h-.8',
  tack: 'M8 9.6v4M4.8 9.6h6.4L10 7.2V3.6l.8-1.2H5.2L6 3.6v3.6z',
  changes: 'M8 2.4v6.4M4.8 5.6h6.4M4.8 12.8h6.4',
  outline: 'M2.6 4h10.8M5 8h8.4M5 12h8.4M2.6 8h.2M2.6 12h.2',
  search: 'M7.2 2.6a4.6 4.6 0 1 0 0 9.2 4.6 4.6 0 0 0 0-9.2M10.6 10.6l3 3',
  print: 'M4.6 6V2.6h6.8V6M4.6 11.4H2.8V6.2h10.4v5.2h-1.8M4.6 9.4h6.8v4H4.6z',
  up: 'M3.6 10 8 5.6l4.4 4.4',
  down: 'M3.6 6 8 10.4 12.4 6',
  left: 'M9.8 3.4 5.2 8l4.6 4.6',
  comment:
    'M3.4 2.8h9.2c.7 0 1.2.5 1.2 1.2v5.4c0 .7-.5 1.2-1.2 1.2H8.4l-3 2.6v-2.6h-2c-.7 0-1.2-.5-1.2-1.2V4c0-.7.5-1.2 1.2-1.2',
} as const;

export function ViewIcon({ name, size = 14 }: { name: keyof typeof paths; size?: number }) {
  return <PathIcon path={paths[name]} size={size} />;
}
