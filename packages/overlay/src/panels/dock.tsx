import type { ComponentChildren } from 'preact';

import { agentLine, counts } from '../state/select.ts';
import { Launcher } from '../ui/launcher.tsx';

import type { PanelProps } from './panel-props.ts';

/** The launcher; where a site is reviewed it opens the list, elsewhere the bar beside it, which are its children. */
export function Dock({
  state,
  dispatch,
  children,
}: Pick<PanelProps, 'state' | 'dispatch'> & { children: ComponentChildren }) {
  const { bar, mode, panel, review, settings } = state;
  return (
    <Launcher
      name={review ? 'fab' : 'launcher'}
      corner={settings.corner}
      open={review ? panel !== null : bar}
      active={mode.name === 'inspect' || mode.name === 'relink'}
      count={counts(state, review ? 'all' : 'page').open}
      agent={agentLine(state)}
      onToggle={() => dispatch({ type: review ? 'panel:toggle' : 'bar:toggle' })}
      onCorner={(corner) => dispatch({ type: 'setting:corner', corner })}
    >
      {children}
    </Launcher>
  );
}
