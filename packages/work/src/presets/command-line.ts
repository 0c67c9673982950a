import type { AgentCommand } from './preset.ts';

/** As a person would type it. */
export function commandLineOf({ program, args }: Pick<AgentCommand, 'program' | 'args'>): string {
  return [program, ...args]
    .map((word) => (/^[\w@%+=:,./\\-]+$/.test(word) ? word : JSON.stringify(word)))
    .join(' ');
}
