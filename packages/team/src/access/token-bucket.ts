/** Lets so many requests pass per second, and a burst of more at once. */
export interface RateLimit {
  readonly perSecond: number;
  readonly burst: number;
}

/** A page loads some thirty files at once and then says little; an agent calls a few times a second at most. */
export const defaultRateLimit: RateLimit = { perSecond: 50, burst: 200 };

export class TokenBucket {
  readonly #limit: RateLimit;
  readonly #now: () => number;
  #level: number;
  #filledAt: number;

  /** `now` in milliseconds. */
  constructor(limit: RateLimit, now: () => number) {
    this.#limit = limit;
    this.#now = now;
    this.#level = limit.burst;
    this.#filledAt = now();
  }

  /** 0 when one request may pass, which it then has; else after how many milliseconds it may. */
  take(): number {
    const now = this.#now();
    const { perSecond, burst } = this.#limit;
    this.#level = Math.min(burst, this.#level + ((now - this.#filledAt) * perSecond) / 1000);
    this.#filledAt = now;
    if (this.#level < 1) return Math.ceil(((1 - this.#level) * 1000) / perSecond);
    this.#level--;
    return 0;
  }

  /** What was taken does not count. */
  giveBack(): void {
    this.#level = Math.min(this.#limit.burst, this.#level + 1);
  }
}
