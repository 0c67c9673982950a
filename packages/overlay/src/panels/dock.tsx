import type { ComponentChildren } from 'preact';

import { countAnnotations, countWaiting, describeAgents } from '../state/select.ts';
import { Launcher } from '../ui/launcher.tsx';

import type { PanelProps } from './panel-props.ts';

interface DockProps extends Pick<PanelProps, 'state' | 'dispatch'> {
  /** How many threads have something that the person has not seen. */
  unread: number;
  children: ComponentChildren;
}

/** The launcher. With option `review` it opens the list, otherwise the bar beside it (`children`). */
export function Dock({ state, dispatch, unread, children }: DockProps) {
  const { bar, mode, panel, review, settings } = state;
  return (
    <Launcher
      name={review ? 'fab' : 'launcher'}
      corner={settings.corner}
      open={review ? panel !== null : bar}
      active={mode.name === 'inspect' || mode.name === 'relink'}
      count={countAnnotations(state, review ? 'all' : 'page').open}
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
