import type { CommandDeps } from './command-deps.ts';
import type { Commands } from './commands.ts';

export function copyCommands(deps: CommandDeps): Pick<Commands, 'copyPage' | 'copyText'> {
  const load = () => import('./copy.ts');
  return {
    copyPage: async (tab = 'page') => (await load()).copyPage(deps, tab),
    copyText: (text, confirmation) => void load().then((copy) => copy.copyText(deps, text, confirmation)),
  };
}
