import type { z } from 'zod';

/**
 * What a person allows an agent to do on a site. `read`: look at pages. `act`: press, type, navigate. `script`: run the
 * agent's own code in a page. `secrets`: read cookies and other stored logins. `nothing`: the command is about no site.
 */
export type Permission = 'nothing' | 'read' | 'act' | 'script' | 'secrets';

export interface CommandDefinition {
  /** The extension asks the person for it before the command runs. */
  readonly needs: Permission;
  readonly params: z.ZodType;
  readonly result: z.ZodType;
}
