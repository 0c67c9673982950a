/** The code that a person types instead of pasting the connection string. Each works once. */
import { randomInt } from 'node:crypto';

import { isSameToken } from '@annotate-mcp/http/token';

/** Without letters and digits that look alike. */
const alphabet = '23456789ABCDEFGHJKMNPQRSTUVWXYZ';
/** 31^8 codes: so few guesses find none. */
const mostGuesses = 5;

export class ConnectCode {
  readonly #onNew: (code: string) => void;
  #code = newCode();
  #guesses = 0;

  /** `onNew` hears of every code after the first. */
  constructor(onNew: (code: string) => void) {
    this.#onNew = onNew;
  }

  get current(): string {
    return this.#code;
  }

  /** Whether it is the code; then, and after a few wrong guesses, there is another one. */
  redeem(typed: string): boolean {
    const isRight = isSameToken(plain(typed), plain(this.#code));
    this.#guesses++;
    if (isRight || this.#guesses >= mostGuesses) this.#renew();
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

/** As people type: any case, with or without the dash. */
function plain(code: string): string {
  return code.toUpperCase().replace(/[\s-]/g, '').slice(0, 100);
}
