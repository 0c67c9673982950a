/** Whether the person who was shown a document still has it open anywhere. */

/** A tab that is loaded again is gone for this time. */
export const leaveGraceMs = 5_000;

/** A host that shows views has shown one by then, or never will. */
const comesWithinMs = 10_000;

export interface ReviewerPresenceDeps {
  /** Whether any frame or tab shows the document. */
  isShown: () => boolean;
  onLeft: () => void;
  now: () => Date;
  graceMs?: number;
}

export class ReviewerPresence {
  readonly #deps: ReviewerPresenceDeps;
  #openedAt: number;
  #wasShown = false;
  #hasLeft = false;
  #isTold = false;
  #isMissingTold = false;
  #grace: NodeJS.Timeout | undefined;

  constructor(deps: ReviewerPresenceDeps) {
    this.#deps = deps;
    this.#openedAt = deps.now().getTime();
  }

  /** The document was opened long ago, and was never shown. */
  get isMissing(): boolean {
    return !this.#wasShown && this.#missedIn() <= 0;
  }

  /** Milliseconds until an agent can be told for the first time that it is not shown; `null` when that is no news. */
  get missingNewsIn(): number | null {
    return this.#wasShown || this.#isMissingTold ? null : Math.max(0, this.#missedIn());
  }

  markMissingTold(): void {
    this.#isMissingTold = true;
  }

  /** The document was shown, and no frame or tab shows it any more. */
  get hasLeft(): boolean {
    return this.#hasLeft;
  }

  /** The same, until an agent was told. */
  get isNews(): boolean {
    return this.#hasLeft && !this.#isTold;
  }

  markTold(): void {
    this.#isTold = this.#hasLeft;
  }

  /** The document is about to be shown again. */
  reset(): void {
    this.#openedAt = this.#deps.now().getTime();
    this.#wasShown = false;
    this.#isMissingTold = false;
    this.#endAbsence();
  }

  /** Call it when a frame or tab was opened or closed. */
  update(): void {
    if (this.#deps.isShown()) {
      this.#wasShown = true;
      this.#endAbsence();
    } else if (this.#wasShown && !this.#hasLeft) {
      this.#grace ??= setTimeout(() => this.#leave(), this.#deps.graceMs ?? leaveGraceMs).unref();
    }
  }

  close(): void {
    clearTimeout(this.#grace);
  }

  #missedIn(): number {
    return this.#openedAt + comesWithinMs - this.#deps.now().getTime();
  }

  #leave(): void {
    this.#grace = undefined;
    this.#hasLeft = true;
    this.#deps.onLeft();
  }

  #endAbsence(): void {
    clearTimeout(this.#grace);
    this.#grace = undefined;
    this.#hasLeft = false;
    this.#isTold = false;
  }
}
