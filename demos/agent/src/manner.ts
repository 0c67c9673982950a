/** How the agent behaves, by words in what the person says: so that each way an agent can behave can be tried. */
export type Manner =
  /** Does what it is asked to. */
  | 'work'
  /** Asks for permission before it changes a file. */
  | 'ask-first'
  /** Ends its process in the middle of its work. */
  | 'crash'
  /** Works until it is cancelled. */
  | 'hang'
  /** Says something and ends its turn, without a call of any tool. */
  | 'talk';

export function mannerOf(text: string): Manner {
  return manners.find(({ words }) => words.test(text))?.manner ?? 'work';
}

const manners: readonly { words: RegExp; manner: Manner }[] = [
  { words: /\bask me first\b/i, manner: 'ask-first' },
  { words: /\band crash\b/i, manner: 'crash' },
  { words: /\band hang\b/i, manner: 'hang' },
  { words: /\bjust talk\b/i, manner: 'talk' },
];
