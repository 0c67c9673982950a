/** The patterns that the scripted agent understands. It uses no model; every other text is "unclear". */

export type Request =
  /** Replace this text where it is nearest to the annotated element. */
  | { kind: 'replace'; from: string; to: string }
  /** Replace the whole text of the annotated element. */
  | { kind: 'say'; to: string }
  /** The person does not want the change any more. */
  | { kind: 'drop' }
  | { kind: 'unclear' };

/** `selection` is the text that the person selected, which `replace it with "…"` refers to. */
export function understand(words: string, selection?: string): Request {
  const sentence = setQuotesAside(words.trim());
  return (
    dropped(sentence) ??
    replacedQuotes(sentence) ??
    replacedWords(sentence, selection) ??
    said(sentence, selection) ?? { kind: 'unclear' }
  );
}

/** Replaces quoted texts by `⟦0⟧`, `⟦1⟧`, …, so that patterns do not match inside of them. */
interface Sentence {
  text: string;
  quotes: string[];
}

const quoted = /["“”„]([^"“”„]*)["“”]|«([^»]*)»|`([^`]*)`|‘([^’]*)’|(?<=^|\s)'([^'\n]*)'(?=$|[\s.,;!?])/g;

function setQuotesAside(words: string): Sentence {
  const quotes: string[] = [];
  const text = words.replaceAll(quoted, (_, ...groups: (string | undefined)[]) => {
    quotes.push(groups.slice(0, 5).find((group) => typeof group === 'string') ?? '');
    return `⟦${quotes.length - 1}⟧`;
  });
  return { text, quotes };
}

function dropped({ text }: Sentence): Request | null {
  return /\b(never ?mind|forget (it|this|that)|won['’]t do|leave (it|this|that) as it is)\b/i.test(text)
    ? { kind: 'drop' }
    : null;
}

/** `replace "Foo" with "Bar"`, `rename the title “Foo” to “Bar”`, `"Foo" should be "Bar"`, `"Foo" -> "Bar"` */
function replacedQuotes({ text, quotes }: Sentence): Request | null {
  const between = /⟦0⟧[^⟦]*?(?:\b(?:with|by|to|into|be|say|read)\b|->|→|=>)[^⟦]*⟦1⟧/i;
  const [from, to] = quotes;
  if (quotes.length !== 2 || from === undefined || to === undefined || from === '') return null;
  return between.test(text) ? { kind: 'replace', from, to } : null;
}

/** `rename Foo to Bar` as the whole sentence; one side may be in quotes. */
function replacedWords({ text, quotes }: Sentence, selection: string | undefined): Request | null {
  const match = /^(?:please\s+)?(?:replace|rename|change)\s+(.+?)\s+(?:with|by|to|into)\s+(.+?)[.!]?$/is.exec(
    text,
  );
  if (match === null) return null;
  const [from, to] = [unquote(match[1] ?? '', quotes), unquote(match[2] ?? '', quotes)];
  if (from === null || from === '' || to === null) return null;
  if (!pointing.test(from)) return { kind: 'replace', from, to };
  return selection === undefined ? { kind: 'say', to } : { kind: 'replace', from: selection, to };
}

const pointing =
  /^(it|this|that|(?:(?:the|this|that|its)\s+)(?:text|title|heading|headline|label|name|button|link|word|words|wording|sentence|selection))$/i;

/** `make it say "…"`, `this should read “…”`, `replace with "…"` */
function said({ text, quotes }: Sentence, selection: string | undefined): Request | null {
  const [to] = quotes;
  if (quotes.length !== 1 || to === undefined) return null;
  if (!/\b(?:say|says|read|reads|replace with|change to|rename to)\b[^⟦]*⟦0⟧/i.test(text)) return null;
  return selection === undefined ? { kind: 'say', to } : { kind: 'replace', from: selection, to };
}

/** `null` for a text that contains a quote, because its meaning is unclear. */
function unquote(words: string, quotes: readonly string[]): string | null {
  const whole = /^⟦(\d+)⟧$/.exec(words);
  if (whole !== null) return quotes[Number(whole[1])] ?? null;
  return words.includes('⟦') ? null : words;
}
