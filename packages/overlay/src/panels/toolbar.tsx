import { useState } from 'preact/hooks';

import { rememberShowsTyped, showsTyped } from '../looks/typed.ts';
import { mayAtAll } from '../state/may.ts';
import { describeAgents, countAnnotations } from '../state/select.ts';
import { Bar, type BarItem } from '../ui/bar.tsx';
import { keyLabel } from '../ui/key-label.ts';
import { Settings } from '../ui/settings.tsx';

import type { PanelProps } from './panel-props.ts';

/** The launcher's bar, with the settings above it. */
export function Toolbar(props: PanelProps) {
  const { state, dispatch, commands, hub } = props;
  const [settings, setSettings] = useState(false);
  const items = [
    ...barItems(props),
    { icon: 'sliders', label: 'Settings', pressed: settings, onClick: () => setSettings(!settings) } as const,
  ];
  return (
    <>
      <Bar agent={describeAgents(state)} items={items} />
      {settings && (
        <Settings
          settings={state.settings}
          onTheme={(theme) => dispatch({ type: 'setting:theme', theme })}
          onCorner={(corner) => dispatch({ type: 'setting:corner', corner })}
          onBadges={(hidden) => dispatch({ type: 'setting:badges', hidden })}
          onNotifications={(on) => dispatch({ type: 'setting:notifications', on })}
          showsTyped={showsTyped()}
          onTyped={rememberShowsTyped}
          hub={hub}
          me={state.me}
          onName={(name) => commands.rename(name)}
        />
      )}
    </>
  );
}

function barItems({ state, dispatch, commands }: PanelProps): BarItem[] {
  const { mode, frozen, panel, settings } = state;
  const { drafts } = countAnnotations(state, 'all');
  const withKey = (word: string, key: string | null) => (key === null ? word : `${word} (${keyLabel(key)})`);
  const { keys } = settings;
  const openBatch = () => {
    if (!panel) dispatch({ type: 'panel:toggle' });
    dispatch({ type: 'panel:tab', tab: 'all' });
    dispatch({ type: 'panel:filter', filter: 'draft' });
  };
  const inspect: BarItem = {
    icon: 'target',
    word: 'Inspect',
    label: withKey('Inspect', keys.inspect),
    pressed: mode.name === 'inspect',
    onClick: () => dispatch({ type: 'inspect:toggle' }),
  };
  return [
    ...(mayAtAll(state, 'create') ? [inspect] : []),
    {
      icon: 'freeze',
      label: withKey(frozen ? 'Let the page go on' : 'Freeze the page', keys.freeze),
      pressed: frozen,
      onClick: () => void commands.toggleFreeze(),
    },
    { icon: 'batch', label: `Batch (${drafts})`, count: drafts, onClick: openBatch },
    {
      icon: 'list',
      label: withKey('List', keys.panel),
      pressed: panel !== null,
      onClick: () => dispatch({ type: 'panel:toggle' }),
    },
    { icon: 'copy', label: withKey('Copy as Markdown', keys.copy), onClick: () => void commands.copyPage() },
  ];
}
