import { answerInTime } from './busy-page.ts';
import type { Cdp } from './cdp.ts';
import type { FrameGuard } from './frame-guard.ts';
import { type Chord, type Key, keyFor, modifierBits } from './keys.ts';

/** Sends key events as a keyboard does. Does not wait for each: a hidden tab answers slowly, but in order. */
export class Keyboard {
  readonly #cdp: Cdp;
  readonly #guard: Pick<FrameGuard, 'requireFocus' | 'whileShielded'>;

  constructor(cdp: Cdp, guard: Pick<FrameGuard, 'requireFocus' | 'whileShielded'>) {
    this.#cdp = cdp;
    this.#guard = guard;
  }

  async press(chord: Chord): Promise<void> {
    await this.#guard.requireFocus();
    await this.#guard.whileShielded(() => this.#press(chord));
  }

  async #press({ modifiers, key }: Chord): Promise<void> {
    const held = modifiers.reduce((bits, modifier) => bits | modifierBits[modifier], 0);
    const sent: Promise<unknown>[] = [];
    let bits = 0;
    for (const modifier of modifiers) {
      bits |= modifierBits[modifier];
      sent.push(this.#send('keyDown', keyOf(modifier), bits));
    }
    // With Control, Meta or Alt a letter is a command and types no text.
    const types = (held & (modifierBits.Control | modifierBits.Meta | modifierBits.Alt)) === 0;
    sent.push(this.#send('keyDown', types ? key : withoutText(key), held), this.#send('keyUp', key, held));
    for (const modifier of [...modifiers].reverse()) {
      bits &= ~modifierBits[modifier];
      sent.push(this.#send('keyUp', keyOf(modifier), bits));
    }
    await allInTime(sent);
  }

  /** Types one character after the other. Long texts, and characters that no key types, are inserted as text. */
  async type(text: string, delayMs: number, signal: AbortSignal): Promise<void> {
    await this.#guard.requireFocus();
    await this.#guard.whileShielded(() => this.#type(text, delayMs, signal));
  }

  /** Passes a text on in one piece, as an input method does. */
  async insert(text: string): Promise<void> {
    await this.#guard.requireFocus();
    await this.#guard.whileShielded(() => this.#cdp.send('Input.insertText', { text }));
  }

  async #type(text: string, delayMs: number, signal: AbortSignal): Promise<void> {
    if (delayMs === 0 && text.length > maxKeys) {
      await this.#cdp.send('Input.insertText', { text });
      return;
    }
    const sent: Promise<unknown>[] = [];
    for (const char of graphemes(text)) {
      signal.throwIfAborted();
      const key = keyFor(char);
      if (key === null) sent.push(this.#cdp.send('Input.insertText', { text: char }));
      else sent.push(this.#press({ modifiers: key.shift === true ? ['Shift'] : [], key }));
      if (delayMs === 0) continue;
      await new Promise((resolve) => setTimeout(resolve, delayMs));
      // A frame may have got the focus, or another page, meanwhile.
      await this.#guard.requireFocus();
    }
    await allInTime(sent);
  }

  #send(type: 'keyDown' | 'keyUp', { key, code, keyCode, text }: Key, modifiers: number): Promise<unknown> {
    return this.#cdp.send('Input.dispatchKeyEvent', {
      type: type === 'keyDown' && text === undefined ? 'rawKeyDown' : type,
      key,
      code,
      windowsVirtualKeyCode: keyCode,
      modifiers,
      ...(type === 'keyDown' && text !== undefined && { text, unmodifiedText: text }),
    });
  }
}

/** Each key may take some time, because the page may do much for it. */
async function allInTime(sent: readonly Promise<unknown>[]): Promise<void> {
  // One that fails while an earlier one is awaited is reported when its turn comes.
  for (const each of sent) each.catch(() => undefined);
  for (const each of sent) await answerInTime(each, 'The keys were sent; the page gets them when it pauses.');
}

/** More keys would take longer than a command may, and could not be cancelled. */
const maxKeys = 1_000;

function keyOf(name: string): Key {
  const key = keyFor(name);
  if (key === null) throw new Error(`There is no key ${name}.`);
  return key;
}

function withoutText({ key, code, keyCode }: Key): Key {
  return { key, code, keyCode };
}

function graphemes(text: string): string[] {
  return [...new Intl.Segmenter().segment(text.replaceAll('\r\n', '\n'))].map(({ segment }) => segment);
}
