import type { CommandDeps } from './command-deps.ts';
import type { Commands } from './commands.ts';
import { notify } from './notify.ts';

export function copyCommands({ container, root }: CommandDeps): Pick<Commands, 'copyPage' | 'copyText'> {
  const copy = async (text: string, confirmation: string) => {
    const { copyToClipboard } = await import('../ui/clipboard.ts');
    if (await copyToClipboard(text, root)) notify(container.dispatch, confirmation, 'success');
    else
      notify(
        container.dispatch,
        'The browser did not allow the copy. Select the text and copy it yourself.',
        'problem',
      );
  };
  return {
    copyPage: async (tab = 'page') => {
      const { exportMarkdown } = await import('./export-markdown.ts');
      const { markdown, notice } = exportMarkdown(container.get(), tab, new Date());
      if (markdown === null) notify(container.dispatch, notice);
      else await copy(markdown, notice);
    },
    copyText: (text, confirmation) => void copy(text, confirmation),
  };
}
