import type { ComponentTag } from './component-tags.ts';
import type { MarkableTag, TextRange } from './mark-tags.ts';
import { changedRange } from './written-position.ts';

interface NamedCode {
  readonly name: string;
  /** The offset of its name. */
  readonly start: number;
  /** Where its code begins and ends. */
  readonly range: TextRange;
}

/** What is marked in a module of JavaScript or TypeScript, by offsets in its code. */
export interface ModuleElements {
  readonly tags: readonly MarkableTag[];
  /** The components that the module notes. */
  readonly components: readonly NamedCode[];
  /** The tags of components that the module notes. */
  readonly uses: readonly ComponentTag[];
  /** The texts and the quoted attributes in JSX, without their quotation marks. */
  readonly texts: readonly TextRange[];
}

/**
 * The elements of a module in which only words between two tags or in an attribute were changed: the same ones, some of
 * them at other offsets. `null` where the change may be one of elements, which only a parser can tell: elsewhere in the
 * code, a word may be the name of a component or of the element that a variable stands for.
 */
export function moveElements(
  before: { readonly code: string; readonly elements: ModuleElements },
  code: string,
): ModuleElements | null {
  if (code === before.code) return before.elements;
  const { start, end } = changedRange(code, before.code);
  const grown = code.length - before.code.length;
  const endBefore = end - grown;
  const { tags, components, uses, texts } = before.elements;
  const isInText = texts.some((text) => text.start <= start && endBefore <= text.end);
  if (!isInText || !isPlain(code.slice(start, end)) || !isPlain(before.code.slice(start, endBefore)))
    return null;
  if (grown === 0) return before.elements;
  const move = (offset: number) => (offset < endBefore ? offset : offset + grown);
  // The changed text itself begins where it did, even when something is inserted at its start.
  const moveStart = (offset: number) => (offset <= start ? offset : offset + grown);
  return {
    tags: tags.map((tag) => ({
      start: move(tag.start),
      nameEnd: move(tag.nameEnd),
      insertAt: move(tag.insertAt ?? tag.nameEnd),
      component: tag.component,
      html: tag.html && { start: move(tag.html.start), end: move(tag.html.end) },
      condition: tag.condition,
    })),
    components: components.map(({ name, start: at, range }) => ({
      name,
      start: move(at),
      range: { start: move(range.start), end: move(range.end) },
    })),
    uses: uses.map((use) => ({
      start: move(use.start),
      nameEnd: move(use.nameEnd),
      end: move(use.end),
      inJsx: use.inJsx,
    })),
    texts: texts.map((text) => ({ start: moveStart(text.start), end: move(text.end) })),
  };
}

/** Without a character that ends a text or an attribute, or begins something else in it. */
function isPlain(text: string): boolean {
  return !/[<>{}"']/.test(text);
}
