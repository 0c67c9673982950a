import type { CommandDeps } from './command-deps.ts';
import type { Commands } from './commands.ts';

export function copyCommands(deps: CommandDeps): Pick<Commands, 'copyOne' | 'copyPage' | 'copyText'> {
  const load = () => import('./copy.ts');
  return {
    copyOne: async (id) => (await load()).copyOne(deps, id),
    copyPage: async (list = { tab: 'page', filter: 'open' }) => (await load()).copyPage(deps, list),
    copyText: (text, confirmation) => void load().then((copy) => copy.copyText(deps, text, confirmation)),
  };
}
