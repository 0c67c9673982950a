import type { CommandDeps } from './command-deps.ts';
import type { Commands } from './commands.ts';

export function copyCommands(deps: CommandDeps): Pick<Commands, 'copyPage' | 'copyText'> {
  const load = () => import('./copy.ts');
  return {
    copyPage: async (list = { tab: 'page', filter: 'open' }) => (await load()).copyPage(deps, list),
    copyText: (text, confirmation) => void load().then((copy) => copy.copyText(deps, text, confirmation)),
  };
}
