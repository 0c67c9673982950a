import type { CommandDeps } from './command-deps.ts';
import type { Commands } from './commands.ts';

type PageCommands = Pick<Commands, 'reveal' | 'relink' | 'pageNote' | 'toggleFreeze'>;

export function pageCommands(deps: CommandDeps): PageCommands {
  const { dispatch } = deps.container;
  return {
    reveal: async (id) => (await import('./reveal.ts')).reveal(deps, id),
    relink: (id) => dispatch({ type: 'relink:start', id }),
    pageNote: () => dispatch({ type: 'compose:open', target: { kind: 'page' } }),
    toggleFreeze: deps.freezer.toggle,
  };
}
