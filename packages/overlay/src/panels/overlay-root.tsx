/** The overlay as the state has it. Decides nothing: what a person does becomes an action or a command. */
import { useRef } from 'preact/hooks';

import type { Notice as NoticeState } from '../state/state.ts';
import { Notice } from '../ui/notice.tsx';

import { useAnnouncement } from './announcement.ts';
import { Dock } from './dock.tsx';
import type { PanelProps } from './panel-props.ts';
import { usePanels } from './use-panels.ts';

export function OverlayRoot(props: PanelProps) {
  const { state, dispatch, markers } = props;
  const { mode, notice, panel, settings } = state;
  const root = useRef<HTMLDivElement>(null);
  const wanted = panel !== null || state.bar || mode.name !== 'hidden' || markers.length > 0;
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
      {panels && !settings.hideMarkers && (
        <panels.Badges
          state={state}
          markers={markers}
          onOpen={(id) => dispatch({ type: 'thread:open', id })}
        />
      )}
      {panels && <panels.Pointing mode={mode} />}
      <Dock {...props}>{panels && state.bar && <panels.Tools {...props} />}</Dock>
      {panels && panel && <panels.List {...props} panel={panel} />}
      {/* Below what somebody writes in: it must not cover a button there. */}
      <div class="nga-foot-stack">
        {notice && <Notice notice={notice} onClose={() => dispatch({ type: 'notice', notice: null })} />}
        {panels && <panels.PointingHint state={state} />}
      </div>
      {panels && <panels.Composing {...props} />}
      {panels && <panels.Threading {...props} />}
      <div class="nga-unseen" role="status">
        {announcement}
      </div>
    </div>
  );
}

const notLoaded: NoticeState = {
  // Below those that are counted up.
  id: -1_000_000,
  tone: 'problem',
  text: 'This could not be loaded. Start the dev server, then open it again.',
};
