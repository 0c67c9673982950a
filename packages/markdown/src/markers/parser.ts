import { createParser } from '../document/index.ts';

type Parser = ReturnType<typeof createParser>;
export type Env = NonNullable<Parameters<Parser['parse']>[1]>;
export type Token = ReturnType<Parser['parse']>[number];

let parser: Parser | undefined;

/** By the parser of our own view. The parser is created once: it keeps no state of a text, and creating it takes longer than parsing a short text. */
export function tokensOf(text: string, environment: Env = {}): Token[] {
  parser ??= createParser();
  return parser.parse(text, environment);
}
