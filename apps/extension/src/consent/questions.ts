/** The questions that the person has not answered yet. They outlive the commands that wait for them, and the worker. */
import { z } from 'zod';

import { type GivenAnswer, isSameQuestion, type Question, questionSchema } from './question.ts';

/** More would be no questions but noise; an agent that asks for more is refused. */
export const maxOpen = 10;
/** A question that was not answered for so long is forgotten. */
const lifeMs = 10 * 60_000;
/** After "Not now" the same is not asked again for this time. */
const laterMs = 60_000;

const storageKey = 'consentQuestions';
const storedSchema = z.object({
  open: z.array(questionSchema),
  /** Commands that were allowed once, after they had stopped waiting. */
  once: z.array(questionSchema),
});

/** `changed`: the question is no longer needed, because the tab or the settings changed. */
export type Outcome = GivenAnswer | 'unanswered' | 'changed' | 'too-many' | 'declined';

interface Waiting {
  readonly question: Question;
  readonly resolve: (outcome: Outcome) => void;
}

export interface QuestionsDeps {
  readonly now: () => number;
  /** Called when there is a new question: it has to be shown. */
  readonly onAsked: () => void;
  /** Called after each change of the list. */
  readonly onChange: () => void;
}

export class Questions {
  readonly ready: Promise<void>;
  readonly #deps: QuestionsDeps;
  readonly #waiting = new Set<Waiting>();
  readonly #declined = new Map<string, number>();
  #open: Question[] = [];
  #once: Question[] = [];

  constructor(deps: QuestionsDeps) {
    this.#deps = deps;
    this.ready = this.#load();
  }

  /** Oldest first. */
  get open(): readonly Question[] {
    const oldest = this.#deps.now() - lifeMs;
    return this.#open.filter(({ askedAt }) => askedAt > oldest);
  }

  /** Whether this very command was allowed once, by an answer that came after it had stopped waiting. */
  takeOnce(question: Question): boolean {
    const index = this.#once.findIndex(
      (each) => isSameQuestion(each, question) && each.command === question.command,
    );
    if (index < 0) return false;
    const [taken] = this.#once.splice(index, 1);
    this.#save();
    return taken !== undefined && taken.askedAt > this.#deps.now() - lifeMs;
  }

  /** Asks, and resolves with the answer; after `ms` with `unanswered`, and the question stays open. */
  async ask(question: Question, ms: number, signal: AbortSignal): Promise<Outcome> {
    const until = this.#declined.get(keyOf(question)) ?? 0;
    if (until > this.#deps.now()) return 'declined';
    this.#open = [...this.open];
    const isOpen = this.#open.some((each) => isSameQuestion(each, question));
    if (!isOpen && this.#open.length >= maxOpen) return 'too-many';
    const answered = new Promise<Outcome>((resolve) => {
      const waiting: Waiting = { question, resolve: (outcome) => end(outcome) };
      const end = (outcome: Outcome): void => {
        clearTimeout(timer);
        signal.removeEventListener('abort', giveUp);
        this.#waiting.delete(waiting);
        resolve(outcome);
      };
      const giveUp = (): void => end('unanswered');
      const timer = setTimeout(giveUp, ms);
      signal.addEventListener('abort', giveUp);
      this.#waiting.add(waiting);
    });
    if (!isOpen) this.#add(question);
    return answered;
  }

  /** The person answered. `false` if there is no such question any more. */
  answer(id: string, given: GivenAnswer): boolean {
    const question = this.open.find((each) => each.id === id);
    if (question === undefined) return false;
    this.#open = this.#open.filter((each) => each.id !== id);
    const waiting = [...this.#waiting].filter((each) => isSameQuestion(each.question, question));
    if (given.answer === 'once') this.#allowOnce(question, waiting);
    else {
      if (given.answer === 'later') this.#declined.set(keyOf(question), this.#deps.now() + laterMs);
      for (const { resolve } of waiting) resolve(given);
    }
    this.#save();
    this.#deps.onChange();
    return true;
  }

  /** Removes questions that need no answer any more: their tab is closed, or the settings answer them. */
  forget(isGone: (question: Question) => boolean): void {
    for (const { question, resolve } of [...this.#waiting]) if (isGone(question)) resolve('changed');
    const left = this.#open.filter((question) => !isGone(question));
    if (left.length === this.#open.length) return;
    this.#open = left;
    this.#save();
    this.#deps.onChange();
  }

  /** Once is for the command that the person read about. Others that wait for the same are asked for again. */
  #allowOnce(question: Question, waiting: readonly Waiting[]): void {
    const meant = waiting.find((each) => each.question.command === question.command);
    if (meant === undefined) this.#once.push({ ...question, askedAt: this.#deps.now() });
    else meant.resolve({ answer: 'once', permission: question.permission });
    const next = waiting.find((each) => each !== meant);
    if (next !== undefined) this.#add(next.question);
  }

  #add(question: Question): void {
    this.#open = [...this.#open, question];
    this.#save();
    this.#deps.onChange();
    this.#deps.onAsked();
  }

  async #load(): Promise<void> {
    const stored = storedSchema.safeParse((await chrome.storage.session.get(storageKey))[storageKey]);
    if (!stored.success) return;
    this.#open = stored.data.open;
    this.#once = stored.data.once;
    this.#deps.onChange();
  }

  #save(): void {
    void chrome.storage.session.set({ [storageKey]: { open: this.#open, once: this.#once } });
  }
}

function keyOf({ site, permission, tabId }: Question): string {
  return JSON.stringify([site, permission, tabId]);
}
