import type { GlobalOptions } from '../command.ts';

export const personActions = ['export', 'delete'] as const;
export type PersonAction = (typeof personActions)[number];

export interface PersonOptions extends GlobalOptions {
  project: string;
  json?: boolean;
}
