/** Sends what agents do and ask to the pages on this machine. A visitor on another machine never gets any of it. */
import type { HubMessage, Question, Work } from '@annotate-mcp/core';
import type { Store, Subscription } from '@annotate-mcp/store';

import type { MessageSender } from './message-sender.ts';

export interface WorkFeedOptions {
  readonly canStart: boolean;
  /** Gets each message, serialized, for all pages on this machine. */
  readonly send: (text: string) => void;
  readonly onError: (error: unknown) => void;
}

export class WorkFeed {
  readonly #options: WorkFeedOptions;
  readonly #subscriptions: Subscription[];
  #works: Work[] = [];
  #questions: Question[] = [];
  #sent: string;

  constructor(store: Store, options: WorkFeedOptions) {
    this.#options = options;
    this.#sent = this.#text();
    const { onError: error } = options;
    this.#subscriptions = [
      store.works.subscribe({
        records: (works) => {
          this.#works = works.map(withoutDiffs);
          this.#sendAll();
        },
        error,
      }),
      store.questions.subscribe({
        records: (questions) => {
          this.#questions = questions;
          this.#sendAll();
        },
        error,
      }),
    ];
  }

  /** A page that gets no such message assumes that there is nothing. */
  sendTo(sender: MessageSender): void {
    if (this.#sent !== nothing) sender.sendText(this.#sent);
  }

  close(): void {
    for (const subscription of this.#subscriptions) subscription.close();
  }

  #sendAll(): void {
    const text = this.#text();
    if (text === this.#sent) return;
    this.#sent = text;
    this.#options.send(text);
  }

  #text(): string {
    const settings = this.#questions.filter(isSettings);
    return textOf({
      works: this.#works,
      questions: this.#questions.filter((question) => !isSettings(question)),
      ...(settings.length > 0 && { settings }),
      canStart: this.#options.canStart,
    });
  }
}

function isSettings({ kind }: Question): boolean {
  return kind === 'settings';
}

function textOf(state: Omit<HubMessage & { type: 'work:state' }, 'type'>): string {
  return JSON.stringify({ type: 'work:state', ...state } satisfies HubMessage);
}

const nothing = textOf({ works: [], questions: [], canStart: false });

function withoutDiffs(work: Work): Work {
  const steps = work.steps.map(({ diffs, ...step }) =>
    diffs === undefined ? step : { ...step, diffCount: diffs.length },
  );
  return { ...work, steps };
}
