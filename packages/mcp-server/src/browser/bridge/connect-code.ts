/** The code that a person can type instead of pasting the connection string. Each code works once. */
import { randomInt } from 'node:crypto';

import { isSameToken } from '@annotate-mcp/http/token';

/** Without letters and digits that look similar. */
const alphabet = '23456789ABCDEFGHJKMNPQRSTUVWXYZ';
/** There are 31^8 codes, so this many guesses find none. */
const maxGuesses = 5;

export class ConnectCode {
  readonly #onNew: (code: string) => void;
  #code = newCode();
  #guesses = 0;

  /** `onNew` is called with every code after the first. */
  constructor(onNew: (code: string) => void) {
    this.#onNew = onNew;
  }

  get current(): string {
    return this.#code;
  }

  /** Returns whether the code is right. A right code, or too many wrong ones, replace the code. */
  redeem(typed: string): boolean {
    const isRight = isSameToken(normalize(typed), normalize(this.#code));
    this.#guesses++;
    if (isRight || this.#guesses >= maxGuesses) this.#renew();
    return isRight;
  }

  #renew(): void {
    this.#guesses = 0;
    this.#code = newCode();
    this.#onNew(this.#code);
  }
}

function newCode(): string {
  const letters = Array.from({ length: 8 }, () => alphabet[randomInt(alphabet.length)] ?? '');
  return `${letters.slice(0, 4).join('')}-${letters.slice(4).join('')}`;
}

/** Accepts any case, with or without the dash. */
function normalize(code: string): string {
  return code.toUpperCase().replace(/[\s-]/g, '').slice(0, 100);
}
