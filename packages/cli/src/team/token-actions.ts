import type { Role } from '@annotate-mcp/team';

import type { GlobalOptions } from '../cli-command.ts';

export const tokenActions = ['create', 'list', 'revoke'] as const;
export type TokenAction = (typeof tokenActions)[number];

export interface TokenOptions extends GlobalOptions {
  project?: string;
  role?: Role;
  name?: string;
  expires?: Date;
  page?: boolean;
  json?: boolean;
}
