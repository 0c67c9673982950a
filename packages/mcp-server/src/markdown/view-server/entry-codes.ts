/**
 * Codes that open a view in a browser tab, each once. The address of a view passes through the agent, and often through
 * its model: an address that the person's browser has used opens nothing any more.
 */
import { randomBytes } from 'node:crypto';

/** More addresses of one process are not waited for at the same time. */
const mostCodes = 1_000;

export class EntryCodes {
  /** The id of the view by the code. */
  readonly #views = new Map<string, string>();

  create(viewUUID: string): string {
    const code = randomBytes(24).toString('base64url');
    this.#views.set(code, viewUUID);
    for (const oldest of this.#views.keys()) {
      if (this.#views.size <= mostCodes) break;
      this.#views.delete(oldest);
    }
    return code;
  }

  /** Whether the code opens this view. It opens nothing afterwards. */
  use(code: string, viewUUID: string): boolean {
    return this.#views.get(code) === viewUUID && this.#views.delete(code);
  }
}
