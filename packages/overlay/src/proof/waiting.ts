/** Waits until nothing changes in a page any more, or until something does. */
import { isOwnNode } from '../capture/picture-frame.ts';

import { isHotUpdate } from './hot-updates.ts';
import { readPassingStates } from './passing-states.ts';
import type { ProofTask } from './proof-task.ts';
import { findTargets } from './take-record.ts';

/** The longest time that a timer can wait, in milliseconds. */
const longestTimer = 2 ** 31 - 1;

interface Waiting {
  readonly document: Document;
  readonly signal: AbortSignal;
}

/** Notes every change of the page, even while its caller does something else. */
export class PageChanges {
  readonly #observer: MutationObserver;
  readonly #updates: PerformanceObserver;
  readonly #signal: AbortSignal;
  #changed = false;
  /** When the last change came, in milliseconds since 1970; 0 when none has. */
  lastAt = 0;
  #onChange: (() => void) | null = null;

  constructor({ document, signal }: Waiting) {
    this.#signal = signal;
    this.#observer = new MutationObserver((records) => {
      if (records.every(isOwnChange)) return;
      this.#note();
    });
    // Code that throws may leave the page as it is.
    document.defaultView?.addEventListener('error', () => this.#note(), { signal });
    // So may a hot update: what it repairs need not look different. What it throws comes after it has arrived.
    this.#updates = new PerformanceObserver((list) => {
      const last = list.getEntries().filter(isHotUpdate).at(-1);
      if (last !== undefined) this.#note(performance.timeOrigin + last.responseEnd);
    });
    this.#updates.observe({ type: 'resource' });
    this.#observer.observe(document, {
      subtree: true,
      childList: true,
      attributes: true,
      characterData: true,
    });
    signal.addEventListener('abort', () => this.close());
  }

  #note(at = Date.now()): void {
    this.#changed = true;
    this.lastAt = Math.max(this.lastAt, at);
    this.#onChange?.();
  }

  /** Only what changes from now on counts. */
  forget(): void {
    this.#observer.takeRecords();
    this.#changed = false;
  }

  /** `true` at the first change since `forget`, `false` when there was none and `ms` have passed. */
  async wait(ms: number): Promise<boolean> {
    if (!this.#changed && ms > 0 && !this.#signal.aborted) {
      await new Promise<void>((resolve) => {
        const timer = setTimeout(resolve, ms);
        this.#onChange = () => {
          clearTimeout(timer);
          resolve();
        };
      });
      this.#onChange = null;
    }
    return this.#changed;
  }

  /** Until the first change since `forget`, or the end. */
  async waitForever(): Promise<void> {
    await this.wait(longestTimer);
  }

  /** Resolves when nothing has changed for `quietMs`, after `mostMs` at the latest. */
  async waitUntilQuiet(quietMs: number, mostMs: number): Promise<void> {
    const deadline = performance.now() + mostMs;
    let left = mostMs;
    while (left > 0 && !this.#signal.aborted) {
      this.forget();
      if (!(await this.wait(Math.min(quietMs, left)))) return;
      left = deadline - performance.now();
    }
  }

  close(): void {
    this.#observer.disconnect();
    this.#updates.disconnect();
    this.#onChange?.();
  }
}

/** The overlay is itself on the page, and takes pictures there. */
function isOwnChange({ type, target, addedNodes, removedNodes }: MutationRecord): boolean {
  if (isOwnNode(target)) return true;
  return type === 'childList' && [...addedNodes, ...removedNodes].every(isOwnNode);
}

/** Resolves when the page is in front. Behind others its transitions stand still, so what it shows says nothing. */
export function whenVisible({ document, signal }: Waiting): Promise<void> {
  if (document.visibilityState === 'visible' || signal.aborted) return Promise.resolve();
  return new Promise((resolve) => {
    const check = () => {
      if (document.visibilityState !== 'visible' && !signal.aborted) return;
      document.removeEventListener('visibilitychange', check);
      signal.removeEventListener('abort', check);
      resolve();
    };
    document.addEventListener('visibilitychange', check);
    signal.addEventListener('abort', check);
  });
}

type Pointing = Pick<ProofTask, 'annotation' | 'tracker'>;

/** The target looks different only because the pointer or the focus is on it. */
export function isUnderPointer({ annotation, tracker }: Pointing): boolean {
  const [element] = findTargets(annotation, tracker);
  return element !== undefined && readPassingStates(element.ownerDocument).propertiesOf(element).size > 0;
}

/** Waits for a while: a person who sends by a key has the pointer still on the target. */
export async function pointerLeaves(task: Pointing & Pick<ProofTask, 'timing' | 'signal'>): Promise<void> {
  const { annotation, tracker, timing, signal } = task;
  const [element] = findTargets(annotation, tracker);
  if (element === undefined || !isUnderPointer(task)) return;
  await new Promise<void>((resolve) => {
    const end = () => {
      clearTimeout(timer);
      document.removeEventListener('pointerover', check, true);
      signal.removeEventListener('abort', end);
      resolve();
    };
    const check = (event: Event) => {
      if (!event.composedPath().includes(element)) end();
    };
    const timer = setTimeout(end, timing.pointer);
    document.addEventListener('pointerover', check, true);
    signal.addEventListener('abort', end);
  });
}
