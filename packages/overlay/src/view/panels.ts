/** What is opened now and then. Not part of the first load: use-panels.ts fetches it when the page has nothing better to do. */
export { List } from './list.tsx';
export { createPanelStyleSheet } from '../ui/panel-styles.ts';
export { Settings } from '../ui/settings.tsx';
export { Thread } from '../ui/thread.tsx';
