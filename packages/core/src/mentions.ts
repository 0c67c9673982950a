/** Who is named behind an `@` in a text. */
import { type Addressee, comparableName, isSameName } from './addressee.ts';

/** How many a text may mention. */
export const mostMentions = 20;

/** All people and agents that the text names behind an `@`. If two names fit, the longer one counts. */
export function mentionsIn(text: string, known: readonly Addressee[]): Addressee[] {
  const byLength = [...known].sort((a, b) => b.name.length - a.name.length);
  const found = new Set<Addressee>();
  for (const { index } of text.matchAll(/(?<![\p{L}\p{N}_])@/gu)) {
    const rest = text.slice(index + 1);
    const named = byLength.find(({ name }) => beginsWithName(rest, name));
    // People with the same name are all meant: often they are one person in two browsers.
    if (named) for (const one of known) if (isSameName(one.name, named.name)) found.add(one);
  }
  return known.filter((one) => found.has(one)).slice(0, mostMentions);
}

/** The text with the names that the mentioned people have now. */
export function withNewNames(
  text: string,
  mentions: readonly Addressee[],
  nameOf: (id: string) => string | undefined,
): string {
  return mentions.reduce((written, mention) => {
    const name = mention.type === 'person' ? nameOf(mention.id) : undefined;
    if (name === undefined || name === mention.name) return written;
    return written.replaceAll(`@${mention.name}`, () => `@${name}`);
  }, text);
}

/** What follows the name must not continue a word: `@Adamson` does not mention Ada. */
function beginsWithName(text: string, name: string): boolean {
  const [written, wanted] = [comparableName(text.slice(0, name.length)), comparableName(name)];
  return written === wanted && !/^[\p{L}\p{N}]/u.test(text.slice(name.length));
}
