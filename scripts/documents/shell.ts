/** Splits lines of a shell into commands and words, as far as documents use its grammar. */

/** The words of each command; throws when a quote is not closed. */
export function commandsIn(text: string): string[][] {
  const commands: string[][] = [[]];
  let rest = text.replaceAll('\\\n', ' ');
  while (rest !== '') {
    const { kind, length, word } = nextToken(rest);
    if (kind === 'end') commands.push([]);
    if (kind === 'word') commands.at(-1)?.push(word);
    rest = rest.slice(length);
  }
  return commands.map(withoutVariables).filter(({ length }) => length > 0);
}

interface Token {
  readonly kind: 'space' | 'end' | 'word';
  readonly length: number;
  readonly word: string;
}

function nextToken(rest: string): Token {
  const [blank] = /^(?:[^\S\n]+|#[^\n]*)/.exec(rest) ?? [];
  if (blank !== undefined) return { kind: 'space', length: blank.length, word: '' };
  const [end] = /^(?:\n|;|&&?|\|\|?)/.exec(rest) ?? [];
  if (end !== undefined) return { kind: 'end', length: end.length, word: '' };
  return readWord(rest);
}

function readWord(rest: string): Token {
  let length = 0;
  let word = '';
  while (length < rest.length && !/[\s;&|]/.test(rest.charAt(length))) {
    const part = partOf(rest.slice(length));
    length += part.length;
    word += part.word;
  }
  return { kind: 'word', length, word };
}

/** The next character, or all of a quoted text. */
function partOf(rest: string): { length: number; word: string } {
  const quote = rest.charAt(0);
  if (quote !== '"' && quote !== "'") return { length: 1, word: quote };
  // A command inside of double quotes has quotes of its own.
  const closing =
    quote === '"' ? /^"((?:\$\((?:[^()]|\((?:[^()]|\([^()]*\))*\))*\)|\\.|[^"\\])*)"/s : /^'([^']*)'/;
  const [all, inner] = closing.exec(rest) ?? [];
  if (all === undefined) throw new Error(`A ${quote} is not closed: ${rest.split('\n')[0] ?? ''}`);
  return { length: all.length, word: inner ?? '' };
}

/** Without `NAME=value` before the program. */
function withoutVariables(words: readonly string[]): string[] {
  const first = words.findIndex((word) => !/^[A-Z_]\w*=/.test(word));
  return first < 0 ? [] : words.slice(first);
}
