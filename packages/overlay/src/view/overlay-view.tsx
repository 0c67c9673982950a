/** The overlay as the state has it. Decides nothing: what a person does becomes an action or a command. */
import { useEffect, useRef } from 'preact/hooks';

import type { Commands } from '../commands.ts';
import { boxOf } from '../picking/frames.ts';
import type { Dispatch } from '../state/actions.ts';
import type { MarkerPosition } from '../state/marker-position.ts';
import { agentLine, counts } from '../state/select.ts';
import type { Box, Notice as Said, OverlayState, Picked } from '../state/state.ts';
import { Composer } from '../ui/composer.tsx';
import { useFollow } from '../ui/follow.ts';
import { keepKeys, keptEvents } from '../ui/keep-keys.ts';
import { Notice } from '../ui/notice.tsx';
import { around } from '../ui/place.ts';

import { useAnnouncement } from './announcement.ts';
import { Badges } from './badges.tsx';
import { Dock } from './dock.tsx';
import { Pointing, PointingHint } from './pointing.tsx';
import { type Panels, usePanels } from './use-panels.ts';

export interface OverlayViewProps {
  state: OverlayState;
  dispatch: Dispatch;
  commands: Commands;
  markers: readonly MarkerPosition[];
}

export function OverlayView(props: OverlayViewProps) {
  const { state, dispatch, markers } = props;
  const { mode, notice, panel, settings } = state;
  const root = useRef<HTMLDivElement>(null);
  useKeptKeys(root);
  useFollow(mode.name !== 'hidden' && mode.name !== 'thread');
  const wanted = panel !== null || state.bar || mode.name === 'thread';
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
      {!settings.hideMarkers && (
        <Badges state={state} markers={markers} onOpen={(id) => dispatch({ type: 'thread:open', id })} />
      )}
      <Pointing mode={mode} />
      <Dock {...props} Settings={panels?.Settings} />
      {panels && panel && <panels.List {...props} panel={panel} />}
      <ComposerOf {...props} />
      {panels && <ThreadOf {...props} Thread={panels.Thread} />}
      <div class="nga-foot-stack">
        {notice && <Notice notice={notice} onClose={() => dispatch({ type: 'notice', notice: null })} />}
        <PointingHint state={state} />
      </div>
      <div class="nga-unseen" role="status">
        {announcement}
      </div>
    </div>
  );
}

const notLoaded: Said = {
  // Below those that are counted up.
  id: -1_000_000,
  tone: 'problem',
  text: 'This could not be loaded. Start the dev server, then open it again.',
};

function ComposerOf({ state, dispatch, commands }: OverlayViewProps) {
  const { mode } = state;
  if (mode.name !== 'annotate') return null;
  const { compose } = mode;
  const { subject } = compose;
  const picked: readonly Picked[] = subject.kind === 'picked' ? subject.picked : [];
  const agent = agentLine(state);
  const heard = agent.tone === 'listening' || agent.tone === 'working';
  return (
    <Composer
      key={picked[0]?.host}
      compose={compose}
      box={around(picked.map(({ area, host }) => area ?? boxOf(host, window)))}
      remark={heard ? null : `${agent.text}.`}
      onText={(text) => dispatch({ type: 'compose:text', text })}
      onAttach={(what, on) => dispatch({ type: 'compose:attach', what, on })}
      onSend={(as) => commands.send(as)}
      onCopy={(text) => commands.copyText(text, `Copied ${text}`)}
      onClose={() => dispatch({ type: 'escape' })}
    />
  );
}

function ThreadOf({ state, dispatch, commands, markers, Thread }: OverlayViewProps & Pick<Panels, 'Thread'>) {
  const { mode, annotations, kept } = state;
  const annotation = mode.name === 'thread' ? annotations.get(mode.id) : undefined;
  if (annotation === undefined) return null;
  const { id } = annotation;
  const marker = markers.find((one) => one.id === id && !one.offscreen);
  const size = annotation.kind === 'markdown' ? undefined : annotation.boundingBox;
  return (
    <Thread
      key={id}
      annotation={annotation}
      box={marker ? boxUnder(marker, size) : null}
      lost={state.lost.has(id)}
      unsent={state.unsent.has(id)}
      drafts={counts(state, 'all').drafts}
      text={kept.get(id) ?? ''}
      onText={(text) => dispatch({ type: 'reply:text', id, text })}
      onClose={() => dispatch({ type: 'thread:close' })}
      commands={commands}
    />
  );
}

/** What the badge sits on, as large as it was when it was pointed at, and the badge itself. */
function boxUnder({ x, y }: MarkerPosition, size: { width: number; height: number } | undefined): Box {
  const { width, height } = size ?? { width: 11, height: 11 };
  return { x: x - width, y: y - 11, width: width + 11, height: height + 11 };
}

function useKeptKeys(root: { current: HTMLElement | null }): void {
  useEffect(() => {
    const element = root.current;
    for (const type of keptEvents) element?.addEventListener(type, keepKeys);
    return () => {
      for (const type of keptEvents) element?.removeEventListener(type, keepKeys);
    };
  }, []);
}
