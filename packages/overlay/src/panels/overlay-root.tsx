/** Renders the overlay's state. What a person does becomes an action or a command. */
import { useRef } from 'preact/hooks';

import type { Notice as NoticeState } from '../state/state.ts';
import { Notice } from '../ui/notice.tsx';

import { useAnnouncement } from './announcement.ts';
import { Dock } from './dock.tsx';
import type { PanelProps } from './panel-props.ts';
import { usePanels } from './use-panels.ts';

export function OverlayRoot(props: PanelProps) {
  const { state, dispatch, badges } = props;
  const { mode, notice, panel, settings } = state;
  const root = useRef<HTMLDivElement>(null);
  const wanted = panel !== null || state.bar || mode.name !== 'hidden' || badges.length > 0;
  const panels = usePanels(root, wanted, () => dispatch({ type: 'notice', notice: notLoaded }));
  const announcement = useAnnouncement(state.annotations);
  return (
    <div
      class="nga-root"
      ref={root}
      data-mode={mode.name}
      data-panel={panel ? '' : undefined}
      data-theme={settings.theme}
    >
      {panels && !settings.hideBadges && (
        <panels.Badges state={state} badges={badges} onOpen={(id) => dispatch({ type: 'thread:open', id })} />
      )}
      {panels && <panels.Pointing mode={mode} />}
      <Dock {...props} unread={panels?.countUnread(state) ?? 0}>
        {panels && state.bar && <panels.Toolbar {...props} />}
      </Dock>
      {panels && panel && <panels.AnnotationList {...props} panel={panel} />}
      {/* Before the composer in the DOM: a notice must not cover its buttons. */}
      <div class="nga-foot-stack">
        {notice && (
          <Notice notice={notice} onClose={() => dispatch({ type: 'notice', notice: null })}>
            {panels && <panels.StartFromNotice {...props} />}
          </Notice>
        )}
        {panels && <panels.PointingHint {...props} />}
      </div>
      {panels && <panels.OpenComposer {...props} />}
      {panels && <panels.OpenThread {...props} />}
      {panels && <panels.AskedAloud state={state} />}
      <div class="nga-unseen" role="status">
        {announcement}
      </div>
    </div>
  );
}

const notLoaded: NoticeState = {
  // Below the ids of all other notices.
  id: -1_000_000,
  tone: 'problem',
  text: 'This could not be loaded. Start the dev server, then open it again.',
};
