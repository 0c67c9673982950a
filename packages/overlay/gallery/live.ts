import type { Commands } from '../src/commands/commands.ts';
import type { PanelProps } from '../src/panels/panel-props.ts';
import type { Action } from '../src/state/actions.ts';
import { reduce } from '../src/state/reducer.ts';
import type { OverlayState } from '../src/state/state.ts';

import type { Scene } from './scenes.ts';

/** Lets a scene be used: actions go through the real reducer; commands only say what they would do. */
export function live({ state, badges }: Scene, draw: (props: PanelProps) => void): void {
  let current: OverlayState = state;
  const dispatch = (action: Action) => {
    current = reduce(current, action);
    show();
  };
  const would = (text: string) => {
    dispatch({ type: 'notice', notice: { id: Date.now(), tone: 'success', text } });
  };
  const commands: Commands = {
    send: (as) => {
      dispatch({ type: 'compose:done' });
      would(as === 'now' ? 'Sent. claude-code is listening.' : 'In the batch.');
    },
    submitBatch: () => would('Sent.'),
    reply: () => would('Sent.'),
    reopen: () => would('Open again.'),
    accept: () => would('Accepted.'),
    remove: () => would('Gone.'),
    edit: () => would('Changed.'),
    release: () => would('Sent again.'),
    reveal: () => would('Here it is.'),
    relink: (id) => dispatch({ type: 'relink:start', id }),
    pageNote: () => dispatch({ type: 'compose:open', subject: { kind: 'page' } }),
    copyPage: () => would('Copied as Markdown.'),
    copyText: (_, said) => would(said),
    toggleFreeze: () => dispatch({ type: 'freeze', on: !current.frozen }),
  };
  const show = () => draw({ state: current, dispatch, commands, badges, hub: '/__annotate' });
  show();
}
