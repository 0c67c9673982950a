/** Everything but the launcher. Not part of the first load: use-panels.ts loads it when it is needed or the page is idle. */
export { Badges } from './badges.tsx';
export { OpenComposer } from './open-composer.tsx';
export { AnnotationList } from './annotation-list.tsx';
export { Pointing } from './pointing.tsx';
export { PointingHint } from './pointing-hint.tsx';
export { OpenThread } from './open-thread.tsx';
export { AskedAloud, StartFromNotice } from './questions.tsx';
export { Toolbar } from './toolbar.tsx';
export { createPanelStyleSheet } from '../ui/panel-styles.ts';
