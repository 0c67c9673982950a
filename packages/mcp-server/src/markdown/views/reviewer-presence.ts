/** Whether the person who was shown a document still has it open anywhere. */

/** A tab that is loaded again is gone for this time. */
export const leaveGraceMs = 5_000;

export interface ReviewerPresenceDeps {
  /** Whether any frame or tab shows the document. */
  isShown: () => boolean;
  onLeft: () => void;
  graceMs?: number;
}

export class ReviewerPresence {
  readonly #deps: ReviewerPresenceDeps;
  #wasShown = false;
  #hasLeft = false;
  #isTold = false;
  #grace: NodeJS.Timeout | undefined;

  constructor(deps: ReviewerPresenceDeps) {
    this.#deps = deps;
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
    this.#wasShown = false;
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
