import { CommandError } from '../driver/command-error.ts';

export function navigationError(url: string, reason: string): CommandError {
  return new CommandError(
    'navigation/failed',
    `${url} could not be opened: ${reason}.`,
    'Check the address, and that its server is running.',
  );
}
