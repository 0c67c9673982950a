import type { z } from 'zod';

/**
 * What a person allows an agent to do on a site. `read`: look at pages. `act`: press, type, navigate. `script`: run the
 * agent's own code in a page. `secrets`: read cookies and other stored logins.
 */
export type Permission = 'read' | 'act' | 'script' | 'secrets';

export interface CommandDefinition {
  /** The extension asks the person for it before the command runs. `nothing`: the command is about no site. */
  readonly needs: Permission | 'nothing';
  /** It changes nothing, so that one whose answer was lost with the connection can be sent again. */
  readonly repeatable: boolean;
  /** What the person reads of it: in a question, and in the log of what agents did. */
  readonly words: {
    /** `Click on the page.` */
    readonly wants: string;
    /** `Clicked`. */
    readonly done: string;
    /** `click`, for "Could not click". */
    readonly plain: string;
  };
  readonly params: z.ZodType;
  readonly result: z.ZodType;
}
