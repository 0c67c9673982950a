/** Everything but the launcher. Not part of the first load: use-panels.ts fetches it when it is needed or the page is idle. */
export { Badges } from './badges.tsx';
export { Composing } from './open-composer.tsx';
export { List } from './annotation-list.tsx';
export { Pointing, PointingHint } from './pointing.tsx';
export { Threading } from './open-thread.tsx';
export { Tools } from './toolbar.tsx';
export { createPanelStyleSheet } from '../ui/panel-styles.ts';
