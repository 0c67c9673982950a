import type { GlobalOptions } from '../cli-command.ts';

export const personActions = ['export', 'delete'] as const;
export type PersonAction = (typeof personActions)[number];

export interface PersonOptions extends GlobalOptions {
  project: string;
  json?: boolean;
}
