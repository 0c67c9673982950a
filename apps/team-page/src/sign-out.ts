import { describeError } from '@annotate-mcp/core';

import { sendSignOut } from './server.ts';
import { type PageStates, withNotice } from './state.ts';

interface SignOutEvents {
  readonly onSignedOut: () => void;
  /** Another tab of this browser has signed out. */
  readonly onOtherTab: () => void;
}

/** Ends the session of this browser, and tells its other tabs. Those that list projects have no socket that would. */
export class SignOut {
  readonly #states: PageStates;
  readonly #events: SignOutEvents;
  readonly #otherTabs = new BroadcastChannel('annotate-mcp sign-out');
  #isRunning = false;

  constructor(states: PageStates, events: SignOutEvents) {
    this.#states = states;
    this.#events = events;
    this.#otherTabs.addEventListener('message', () => events.onOtherTab());
  }

  /** The person wants it: an answer that says that the session has ended is no surprise. */
  get isRunning(): boolean {
    return this.#isRunning;
  }

  /** Never rejects: a notice says when it did not work. */
  async run(): Promise<void> {
    this.#isRunning = true;
    try {
      await sendSignOut();
    } catch (error) {
      this.#isRunning = false;
      this.#states.dispatch(
        withNotice(`You are still signed in: ${describeError(error)} Try again.`, 'problem'),
      );
      return;
    }
    this.#otherTabs.postMessage('');
    this.#events.onSignedOut();
  }
}
