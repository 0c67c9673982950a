/** Everything but the launcher. Not part of the first load: lazy-panels.ts loads it when it is needed or the page is idle. */
import { AnnotationList as List } from './annotation-list.tsx';
import { OpenComposer as Composer } from './open-composer.tsx';
import { OpenThread as Thread } from './open-thread.tsx';
import { withFileOpener } from './with-file-opener.tsx';

export { Announcement } from './announcement.tsx';
export { Badges } from './badges.tsx';
export { Pointing } from './pointing.tsx';
export { PointingHint } from './pointing-hint.tsx';
export { AskedAloud, StartFromNotice } from './questions.tsx';
export { Toolbar } from './toolbar.tsx';
export { countUnread } from '../unread/unread.ts';
export { Notice } from '../ui/notice.tsx';
export { createPanelStyleSheet } from '../ui/panel-styles.ts';

export const AnnotationList = withFileOpener(List);
export const OpenComposer = withFileOpener(Composer);
export const OpenThread = withFileOpener(Thread);
