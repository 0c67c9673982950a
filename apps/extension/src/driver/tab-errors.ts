import { CommandError } from './command-error.ts';

export function tabGoneError(id: number): CommandError {
  return new CommandError(
    'tab/gone',
    `Tab ${id} was closed, or taken back, before the command was done.`,
    'Look at the tabs with browser_get_tabs.',
  );
}

export function tabForbiddenError(id: number, url: string): CommandError {
  return new CommandError(
    'tab/forbidden',
    `Chrome allows no extension to control tab ${id} (${url}).`,
    'This applies to pages of Chrome itself, of the Chrome Web Store and of extensions; open another page.',
  );
}
