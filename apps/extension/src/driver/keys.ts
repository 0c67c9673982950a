/** The keys of a US keyboard by name. */
import type { ParamsOf } from '@annotate-mcp/browser-protocol';

export type Modifier = ParamsOf<'click'>['modifiers'][number];

export interface Key {
  readonly key: string;
  readonly code: string;
  readonly keyCode: number;
  /** The text that the key types, if any. */
  readonly text?: string;
  readonly shift?: boolean;
}

const named: Readonly<Record<string, Key>> = Object.fromEntries(
  (
    [
      ['Backspace', 8],
      ['Tab', 9],
      ['Enter', 13, '\r'],
      ['Escape', 27],
      ['PageUp', 33],
      ['PageDown', 34],
      ['End', 35],
      ['Home', 36],
      ['ArrowLeft', 37],
      ['ArrowUp', 38],
      ['ArrowRight', 39],
      ['ArrowDown', 40],
      ['Insert', 45],
      ['Delete', 46],
      ['ContextMenu', 93],
    ] as const
  ).map(([key, keyCode, text]) => [key, { key, code: key, keyCode, ...(text !== undefined && { text }) }]),
);

const modifierKeys: Readonly<Record<string, Key>> = {
  Alt: { key: 'Alt', code: 'AltLeft', keyCode: 18 },
  Control: { key: 'Control', code: 'ControlLeft', keyCode: 17 },
  Meta: { key: 'Meta', code: 'MetaLeft', keyCode: 91 },
  Shift: { key: 'Shift', code: 'ShiftLeft', keyCode: 16 },
};

export const modifierBits: Readonly<Record<Modifier, number>> = { Alt: 1, Control: 2, Meta: 4, Shift: 8 };

const aliases: Readonly<Record<string, string>> = {
  Esc: 'Escape',
  Space: ' ',
  Spacebar: ' ',
  Return: 'Enter',
  Up: 'ArrowUp',
  Down: 'ArrowDown',
  Left: 'ArrowLeft',
  Right: 'ArrowRight',
  Del: 'Delete',
};

const punctuation = [
  [';', ':', 'Semicolon', 186],
  ['=', '+', 'Equal', 187],
  [',', '<', 'Comma', 188],
  ['-', '_', 'Minus', 189],
  ['.', '>', 'Period', 190],
  ['/', '?', 'Slash', 191],
  ['`', '~', 'Backquote', 192],
  ['[', '{', 'BracketLeft', 219],
  ['\\', '|', 'Backslash', 220],
  [']', '}', 'BracketRight', 221],
  ["'", '"', 'Quote', 222],
] as const;
const digitsShifted = ')!@#$%^&*(';

/** `null` when no key of that keyboard has this name or types this character. */
export function keyFor(name: string): Key | null {
  const known = named[aliases[name] ?? name] ?? modifierKeys[name];
  if (known !== undefined) return known;
  const fn = /^F([1-9]|1\d|2[0-4])$/.exec(name);
  if (fn !== null) return { key: name, code: name, keyCode: 111 + Number(fn[1]) };
  return keyTyping(aliases[name] ?? name);
}

function keyTyping(char: string): Key | null {
  if (char === ' ') return { key: ' ', code: 'Space', keyCode: 32, text: ' ' };
  if (char === '\n' || char === '\r') return named.Enter ?? null;
  if (char === '\t') return named.Tab ?? null;
  if (/^[a-z]$/i.test(char)) {
    const upper = char.toUpperCase();
    return {
      key: char,
      code: `Key${upper}`,
      keyCode: upper.charCodeAt(0),
      text: char,
      shift: char === upper,
    };
  }
  if (/^\d$/.test(char)) return { key: char, code: `Digit${char}`, keyCode: 48 + Number(char), text: char };
  const digit = char.length === 1 ? digitsShifted.indexOf(char) : -1;
  if (digit >= 0) return { key: char, code: `Digit${digit}`, keyCode: 48 + digit, text: char, shift: true };
  const mark = punctuation.find(([plain, shifted]) => plain === char || shifted === char);
  if (mark === undefined) return null;
  const [plain, , code, keyCode] = mark;
  return { key: char, code, keyCode, text: char, shift: char !== plain };
}

export interface Chord {
  readonly modifiers: readonly Modifier[];
  readonly key: Key;
}

/** Parses `Control+Shift+K`. A single `+` is the key of that name. */
export function readChord(text: string, isMac: boolean): Chord | null {
  const parts = text === '+' ? ['+'] : text.split(/(?<!^)\+(?!$)|\+(?=\+$)/);
  const last = parts.pop() ?? '';
  const modifiers = parts.map((part): Modifier | null => {
    if (part === 'ControlOrMeta') return isMac ? 'Meta' : 'Control';
    const name = ({ Ctrl: 'Control', Cmd: 'Meta', Command: 'Meta', Option: 'Alt' } as const)[part] ?? part;
    return name in modifierBits ? (name as Modifier) : null;
  });
  const key = keyFor(last);
  if (key === null || modifiers.includes(null)) return null;
  return { modifiers: modifiers.filter((each) => each !== null), key };
}
