/** Everything but the launcher. Not part of the first load: use-panels.ts fetches it when it is needed or the page is idle. */
export { Badges } from './badges.tsx';
export { Composing } from './composing.tsx';
export { List } from './list.tsx';
export { Pointing, PointingHint } from './pointing.tsx';
export { Threading } from './threading.tsx';
export { Tools } from './tools.tsx';
export { createPanelStyleSheet } from '../ui/panel-styles.ts';
