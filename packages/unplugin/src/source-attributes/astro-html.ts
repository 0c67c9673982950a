/**
 * HTML that an Astro component puts into the page as a text. With `set:html` on an element, the element tells the position of
 * the directive. On a `<Fragment>` or a component no element stands for it: what it makes is told when the page is rendered.
 */
import type MagicString from 'magic-string';

import { taggedBy } from './html-template.ts';
import type { FoundElement } from './markup.ts';
import {
  createPositions,
  escapeValue,
  htmlAttribute,
  htmlText,
  lineStarts,
  sourceValue,
  type TextPosition,
} from './position.ts';
import { isIdentifier, isNode, nodesIn, type SyntaxNode, walk } from './walk.ts';
import type { FindPosition } from './written-position.ts';

/** Returns a function that finds `set:html` in the tag at a position of the component; `null` where it has none. */
export function createDirectives(source: string): (tag: TextPosition) => TextPosition | null {
  const starts = lineStarts(source);
  const positionAt = createPositions(source);
  return ({ line, column }) => {
    const at = findDirective(source, (starts[line - 1] ?? 0) + column - 1);
    return at === null ? null : positionAt(at);
  };
}

/** The offset of `set:html` in the tag that begins at this offset, beside its texts in quotation marks and braces. */
function findDirective(source: string, tag: number): number | null {
  const parts = /(["'`])[^]*?\1|\{|\}|\bset:html(?=\s*=)|>/g;
  parts.lastIndex = tag;
  let depth = 0;
  for (let part = parts.exec(source); part !== null; part = parts.exec(source)) {
    if (part[0] === '{') depth++;
    else if (part[0] === '}') depth--;
    else if (depth === 0 && part[0] === '>') return null;
    else if (depth === 0 && part[0] === 'set:html') return part.index;
  }
  return null;
}

/** The compiled text no longer says which elements have `set:html`; their tags in the component do. */
export function markElementHtml(
  marked: MagicString,
  elements: readonly FoundElement[],
  directiveIn: (tag: TextPosition) => TextPosition | null,
  positionOf: (start: number, nameEnd: number) => TextPosition | null,
): void {
  for (const { start, nameEnd } of elements) {
    const written = positionOf(start, nameEnd);
    const html = written === null ? null : directiveIn(written);
    if (html !== null) marked.appendLeft(nameEnd, htmlText(html));
  }
}

/** The tag of a fragment or a component of a name of which one has `set:html`. */
interface HtmlTag {
  readonly name: string;
  readonly start: number;
  /** The expression that is the content of this one; `null` where it has another content. */
  readonly html: SyntaxNode | null;
}

/** In the order of the compiled text. */
export function findHtmlTags(program: SyntaxNode): HtmlTag[] {
  const found: HtmlTag[] = [];
  walk(program, (node) => {
    const tag = htmlTag(node);
    if (tag !== null) found.push(tag);
  });
  const wanted = new Set(found.filter(({ html }) => html !== null).map(({ name }) => name));
  return found.filter(({ name }) => wanted.has(name)).sort((a, b) => a.start - b.start);
}

/** A call `$$renderComponent($$result, 'Fragment', Fragment, {}, { "default": () => $$render`${$$unescapeHTML(html)}` })`. */
function htmlTag({ type, callee, arguments: list, start }: SyntaxNode): HtmlTag | null {
  if (type !== 'CallExpression' || !isIdentifier(callee, '$$renderComponent')) return null;
  const [, label, , , slots] = nodesIn(list);
  const name = label?.value;
  return typeof name === 'string' ? { name, start, html: htmlIn(slots) } : null;
}

function htmlIn(slots: SyntaxNode | undefined): SyntaxNode | null {
  const [slot, ...others] = nodesIn(slots?.properties);
  const render = slot?.value;
  if (others.length > 0 || !isNode(render) || !isNode(render.body)) return null;
  const template = taggedBy('$$render', render.body);
  const [content, ...rest] = nodesIn(template?.expressions);
  const isAlone = rest.length === 0 && nodesIn(template?.quasis).every(({ value }) => isEmpty(value));
  return isAlone && isIdentifier(content?.callee, '$$unescapeHTML') ? (content ?? null) : null;
}

function isEmpty(value: unknown): boolean {
  return typeof value === 'object' && value !== null && Reflect.get(value, 'raw') === '';
}

const madeFunction = '$$annotateMade';

/** Passes such HTML through a function that adds the attribute to its outermost elements. */
export function markHtmlTags(
  marked: MagicString,
  tags: readonly HtmlTag[],
  path: string,
  directiveIn: (tag: TextPosition) => TextPosition | null,
  positionOf: FindPosition,
): void {
  let isUsed = false;
  for (const { name, start, html } of tags) {
    const written = html === null ? null : positionOf(start, `<${name}`);
    const directive = written === null ? null : directiveIn(written);
    if (html === null || directive === null) continue;
    isUsed = true;
    const attribute = ` ${htmlAttribute}="${escapeValue(sourceValue(path, directive))}"`;
    marked
      .appendRight(html.start, `${madeFunction}(`)
      .appendLeft(html.end, `, ${JSON.stringify(attribute)})`);
  }
  if (isUsed) marked.append(`\n${markMade}\n`);
}

/**
 * Runs where pages are rendered, and must not fail there. What follows an element without its closing tag counts as inside of
 * it and gets no attribute. What is not closed at all is read once, to the end.
 */
const markMade = [
  `function ${madeFunction}(made, attribute) { try {`,
  `if (typeof made?.then === 'function') return made.then((value) => ${madeFunction}(value, attribute));`,
  'if (!(made instanceof String)) return made; let depth = 0; const isVoid = /^(?:area|base|br|col|embed|hr|img|input|link|meta|param|source|track|wbr)$/i;',
  String.raw`return new made.constructor(String(made).replace(/<!--(?:[^]*?-->|[^]*$)|<(script|style|textarea|title)\b(?:[^]*?<\/\1\s*>|[^]*$)|<(\/?)([a-z][\w:.-]*)((?:[^"'<>]|"[^"]*"|'[^']*')*)>/gi,`,
  '(tag, raw, close, name, rest) => { if (name === undefined) return tag; if (close) { depth = Math.max(0, depth - 1); return tag; }',
  String.raw`const isFirst = depth === 0; if (!isVoid.test(name) && !rest.endsWith('/')) depth++; return isFirst && !/\bdata-annotate-/.test(rest) ? '<' + name + attribute + rest + '>' : tag; }));`,
  '} catch { return made; } }',
].join(' ');
