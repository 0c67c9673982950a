import type { RecordedStep } from '@annotate-mcp/core';

import type { Commands } from '../src/commands/commands.ts';
import type { PanelProps } from '../src/panels/panel-props.ts';
import type { Action } from '../src/state/actions.ts';
import { reduce } from '../src/state/reducer.ts';
import type { OverlayState } from '../src/state/state.ts';

import type { Scene } from './scenes.ts';

const steps: RecordedStep[] = [
  {
    kind: 'click',
    element: { name: 'button "Add to cart"', selector: 'button.add' },
    secondsBefore: 12.4,
  },
  { kind: 'request', url: '/api/cart', status: 500, secondsBefore: 12.1 },
];

/** Makes a scene interactive: actions go through the real reducer; commands only show a notice. */
export function runScene({ state, badges }: Scene, draw: (props: PanelProps) => void): void {
  let current: OverlayState = state;
  const dispatch = (action: Action) => {
    current = reduce(current, action);
    show();
  };
  const showNotice = (text: string) => {
    dispatch({ type: 'notice', notice: { id: Date.now(), tone: 'success', text } });
  };
  const commands: Commands = {
    send: (as) => {
      dispatch({ type: 'compose:done' });
      showNotice(as === 'now' ? 'Sent. claude-code is listening.' : 'In the batch.');
    },
    attachSteps: (on) => dispatch({ type: 'compose:steps', steps: on ? steps : null }),
    submitBatch: () => showNotice('Sent.'),
    act: (_, { type }) => showNotice(`Done: ${type}.`),
    rename: (name) => dispatch({ type: 'me', me: { ...current.me, name, isNamed: true } }),
    reveal: () => showNotice('Here it is.'),
    relink: (id) => dispatch({ type: 'relink:start', id }),
    pageNote: () => dispatch({ type: 'compose:open', target: { kind: 'page' } }),
    copyOne: () => showNotice('Copied as Markdown.'),
    copyPage: () => showNotice('Copied as Markdown.'),
    copyText: (_, done) => showNotice(done),
    toggleFreeze: () => dispatch({ type: 'freeze', on: !current.frozen }),
    // A scene has all of its annotations.
    rest: async () => ({
      more: () => Promise.resolve(true),
      all: async () => current,
      whole: async () => current,
    }),
  };
  const trials = { open: null, sent: new Map() };
  const show = () => draw({ state: current, dispatch, commands, badges, hub: '/__annotate', trials });
  show();
}
