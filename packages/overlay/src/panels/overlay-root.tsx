import type { ComponentChildren } from 'preact';

import { countAnnotations, countWaiting, describeAgents } from '../state/select.ts';
import { Boundary } from '../ui/boundary.tsx';
/** Renders the overlay's state. What a person does becomes an action or a command. */
import { Launcher } from '../ui/launcher.tsx';

import type { Panels } from './lazy-panels.ts';
import type { PanelProps } from './panel-props.ts';

interface OverlayRootProps extends PanelProps {
  /** `null` until they are loaded: then there is the launcher, and what went wrong as plain text. */
  panels: Panels | null;
}

export function OverlayRoot({ panels, ...props }: OverlayRootProps) {
  const { state, dispatch, badges } = props;
  const { mode, notice, panel, settings } = state;
  const closeNotice = () => dispatch({ type: 'notice', notice: null });
  const toolbar = panels && state.bar && <panels.Toolbar {...props} />;
  return (
    <div
      class="nga-root"
      data-mode={mode.name}
      data-panel={panel ? '' : undefined}
      data-theme={settings.theme}
    >
      {panels && !settings.hideBadges && (
        <panels.Badges state={state} badges={badges} onOpen={(id) => dispatch({ type: 'thread:open', id })} />
      )}
      {panels && <panels.Pointing mode={mode} />}
      <Boundary instead={toolbar}>
        <Dock {...props} yours={panels?.countYours(state) ?? 0} unread={panels?.countUnread(state) ?? 0}>
          {toolbar}
        </Dock>
      </Boundary>
      {panels && panel && <panels.AnnotationList {...props} panel={panel} />}
      {/* Before the composer in the DOM: a notice must not cover its buttons. */}
      <div class="nga-foot-stack">
        {notice && panels && (
          <panels.Notice notice={notice} onClose={closeNotice}>
            <panels.StartFromNotice {...props} />
          </panels.Notice>
        )}
        {notice && !panels && (
          <div role="alert">
            <button
              type="button"
              class="nga-surface nga-plain-notice"
              data-nga="toast"
              title="Close"
              onClick={closeNotice}
            >
              {notice.text}
            </button>
          </div>
        )}
        {panels && <panels.PointingHint {...props} />}
      </div>
      {panels && <panels.OpenComposer {...props} />}
      {panels && <panels.OpenThread {...props} />}
      {panels && <panels.AskedAloud state={state} />}
      {/* Empty at first: a screen reader tells what enters a region that was there before. */}
      <div class="nga-unseen" role="status">
        {panels && <panels.Announcement annotations={state.annotations} />}
      </div>
    </div>
  );
}

interface DockProps extends Pick<PanelProps, 'state' | 'dispatch'> {
  /** How many threads have something that the person has not seen. */
  unread: number;
  /** How many wait for the person. */
  yours: number;
  children: ComponentChildren;
}

/** The launcher. With option `review` it opens the list, otherwise the bar beside it (`children`). */
function Dock({ state, dispatch, unread, yours, children }: DockProps) {
  const { bar, mode, panel, review, settings } = state;
  const { open, drafts, failed } = countAnnotations(state, review ? 'all' : 'page');
  return (
    <Launcher
      name={review ? 'fab' : 'launcher'}
      corner={settings.corner}
      open={review ? panel !== null : bar}
      active={mode.name === 'inspect' || mode.name === 'relink'}
      count={open + drafts}
      yours={yours}
      failed={failed}
      unread={unread}
      waiting={countWaiting(state)}
      agent={describeAgents(state)}
      onToggle={() => dispatch({ type: review ? 'panel:toggle' : 'bar:toggle' })}
      onCorner={(corner) => dispatch({ type: 'setting:corner', corner })}
    >
      {children}
    </Launcher>
  );
}
