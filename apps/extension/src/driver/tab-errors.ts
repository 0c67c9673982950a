import { CommandError } from './command-error.ts';

export function tabGoneError(id: number): CommandError {
  return new CommandError(
    'tab/gone',
    `Tab ${id} was closed before the command was done.`,
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

export function takenBackError(id: number): CommandError {
  return new CommandError(
    'tab/taken-back',
    `The person took tab ${id} back.`,
    'Do not use it; open another tab with browser_create_tab, or ask the person to hand it over in the popup.',
  );
}
