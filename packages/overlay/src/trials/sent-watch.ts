import { type Annotation, isClosed, pageKey } from '@annotate-mcp/core';

import type { OverlayStateContainer } from '../state/container.ts';

import type { StyleTrial } from './style-trial.ts';
import type { TextTrial } from './text-trial.ts';

const observed = { childList: true, characterData: true, attributes: true, subtree: true };

export interface WatchedTrial {
  readonly element: Element;
  readonly styles: StyleTrial;
  readonly text: TextTrial | null;
  readonly compare: (parts: readonly string[]) => ComparedStyle[];
  readonly revert: () => void;
}

/** The value that a property has in the page itself, and with what is tried. */
export interface ComparedStyle {
  readonly part: string;
  readonly own: string;
  readonly tried: string;
}

/** Takes back what was tried when the annotation is done, and when the page itself shows it. */
export class SentWatch {
  readonly #trial: WatchedTrial;
  readonly #observer: MutationObserver;
  readonly #unsubscribe: () => void;
  #isChecking = false;

  constructor(trial: WatchedTrial, id: string, container: OverlayStateContainer) {
    this.#trial = trial;
    const page = pageKey(container.get().pageUrl);
    this.#unsubscribe = container.subscribe(() => {
      const { annotations, pageUrl } = container.get();
      if (!isWaiting(annotations.get(id)) || pageKey(pageUrl) !== page) trial.revert();
    });
    this.#observer = new MutationObserver((records) => this.#check(records));
    this.#observe();
  }

  /** Changes that are observed from now on are the overlay's own, not those of the page. */
  pause(): void {
    const records = this.#observer.takeRecords();
    if (records.length > 0) this.#check(records);
    this.#observer.disconnect();
  }

  resume(): void {
    this.#observe();
    this.#check([]);
  }

  stop(): void {
    this.#unsubscribe();
    this.#observer.disconnect();
  }

  /** The element, and where its style sheets are. */
  #observe(): void {
    const { element } = this.#trial;
    const root = element.getRootNode();
    this.#observer.observe(root instanceof ShadowRoot ? root : element.ownerDocument.head, observed);
    this.#observer.observe(element, observed);
  }

  /** A hot update may have changed the element or a style sheet. */
  #check(records: readonly MutationRecord[]): void {
    if (this.#isChecking) return;
    this.#isChecking = true;
    takeBackArrived(this.#trial, records);
    // Those are of our own changes.
    this.#observer.takeRecords();
    this.#isChecking = false;
  }
}

function isWaiting(annotation: Annotation | undefined): boolean {
  return annotation !== undefined && !isClosed(annotation);
}

function takeBackArrived(trial: WatchedTrial, records: readonly MutationRecord[]): void {
  const { styles, text } = trial;
  const isWritten = records.some(({ target }) => text?.hasNode(target) === true);
  if (text?.isChanged === true && (isWritten || text.isTakenOver())) text.forget();
  styles.forget(styles.takenOver());
  const arrived = trial.compare(styles.names).filter(({ own, tried }) => own === tried);
  styles.set(
    arrived.map(({ part }) => part),
    null,
  );
  if (styles.names.length === 0 && text?.isChanged !== true) trial.revert();
}
