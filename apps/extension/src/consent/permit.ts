/** The right of one command to run. It is taken away when the tab shows another site or the person changes their mind. */
import type { CommandType } from '@annotate-mcp/browser-protocol';

import type { Permission } from './settings.ts';

export class Permit {
  readonly type: CommandType;
  readonly permission: Permission | 'nothing';
  readonly tabId: number | null;
  /** Sites on which the person allowed this command alone. */
  readonly onceOn = new Set<string>();
  /** Sites that the person allowed for the tab that this command opens, until it is closed. */
  readonly newTabSites: { site: string; permission: Permission }[] = [];
  readonly #abort = new AbortController();
  /** Aborts when the server no longer waits, and when the permission is taken away. */
  readonly signal: AbortSignal;
  #isLeaving: boolean;
  #revoked: Error | null = null;
  /** The tab showed a page meanwhile that the agent may not see. */
  hasHiddenPage = false;

  constructor(options: {
    type: CommandType;
    permission: Permission | 'nothing';
    tabId: number | null;
    signal: AbortSignal;
    /** The command does nothing on the page that the tab shows afterwards. */
    isLeaving: boolean;
  }) {
    this.type = options.type;
    this.permission = options.permission;
    this.tabId = options.tabId;
    this.#isLeaving = options.isLeaving;
    this.signal = AbortSignal.any([options.signal, this.#abort.signal]);
  }

  /** From now on the tab may show another site: the command has acted, and only waits for what follows. */
  leave(): void {
    this.#isLeaving = true;
  }

  get isLeaving(): boolean {
    return this.#isLeaving;
  }

  /** Why the permission was taken away; `null` while the command has it. */
  get revoked(): Error | null {
    return this.#revoked;
  }

  revoke(reason: Error): void {
    this.#revoked ??= reason;
    this.#abort.abort(reason);
  }
}
