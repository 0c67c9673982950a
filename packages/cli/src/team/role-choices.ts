import type { Role } from '@annotate-mcp/team';

/** As in the table of the team server, which is loaded only by the commands that need it. */
export const roleChoices = ['viewer', 'reviewer', 'agent', 'admin'] as const satisfies readonly Role[];
