import { createParser } from '../document/index.ts';

export type Parser = ReturnType<typeof createParser>;
export type Env = NonNullable<Parameters<Parser['parse']>[1]>;
export type Token = ReturnType<Parser['parse']>[number];

let parser: Parser | undefined;

/** The parser of our own view. Made once: it holds nothing of what it has read, and its rules take longer to build than a small text to parse. */
export function tokensOf(text: string, environment: Env = {}): Token[] {
  parser ??= createParser();
  return parser.parse(text, environment);
}
