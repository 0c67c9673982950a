/**
 * Tags of components that an Astro component imports from a package: `<Icon name="home" />`. What such a component draws is
 * written in the package, so the first element of it gets the position of the tag when the page is rendered.
 */
import type MagicString from 'magic-string';

import { attributeText, sourceAttribute } from './position.ts';
import { isIdentifier, isNode, nodesIn, type SyntaxNode, walk } from './walk.ts';
import type { FindPosition } from './written-position.ts';

export interface LibraryTag {
  readonly name: string;
  /** Offsets of the call that renders it. */
  readonly start: number;
  readonly end: number;
}

/** In the order of the compiled text. An alias of the project may look like a package: which of both it is, shows at run time. */
export function findLibraryTags(program: SyntaxNode): LibraryTag[] {
  const imported = new Set<string>();
  const found: LibraryTag[] = [];
  walk(program, (node) => {
    if (node.type === 'ImportDeclaration' && isFromPackage(node.source))
      for (const { local } of nodesIn(node.specifiers))
        if (isNode(local) && typeof local.name === 'string') imported.add(local.name);
    const tag = componentCall(node);
    if (tag !== null) found.push(tag);
  });
  // A fragment draws nothing of its own.
  return found
    .filter(({ name }) => imported.has(name) && name !== 'Fragment')
    .sort((a, b) => a.start - b.start);
}

function isFromPackage(source: unknown): boolean {
  return isNode(source) && typeof source.value === 'string' && /^[^./]/.test(source.value);
}

/** A call `$$renderComponent($$result, 'Icon', Icon, …)`. */
function componentCall({ type, callee, arguments: list, start, end }: SyntaxNode): LibraryTag | null {
  if (type !== 'CallExpression' || !isIdentifier(callee, '$$renderComponent')) return null;
  const [, label, component] = nodesIn(list);
  const name = label?.value;
  return typeof name === 'string' && isIdentifier(component, name) ? { name, start, end } : null;
}

const drawnFunction = '$$annotateDrawn';

/** Passes what each tag renders through a function that adds the attribute. */
export function markLibraryTags(
  marked: MagicString,
  tags: readonly LibraryTag[],
  path: string,
  positionOf: FindPosition,
): void {
  let isUsed = false;
  for (const { name, start, end } of tags) {
    const position = positionOf(start, `<${name}`);
    if (position === null) continue;
    isUsed = true;
    const attribute = JSON.stringify(attributeText(path, position));
    marked.appendRight(start, `${drawnFunction}(`).appendLeft(end, `, ${name}, ${attribute})`);
  }
  if (isUsed) marked.append(`\n${markDrawn}\n`);
}

/**
 * Runs where pages are rendered, and must not fail there. Each `.astro` file has a `moduleId`; components that a package makes
 * by a function have none. Astro writes texts as strings or objects around them. The first texts of a component may be empty
 * space and its styles; what is passed to it may come first, with an attribute of its own.
 *
 * Astro 5 and 6 call `render` of what a tag has made. Astro 7 calls `init`, and reads the texts of the template that it
 * returns, which all pages share.
 */
const markDrawn = [
  `function ${drawnFunction}(made, component, attribute) {`,
  "if (component?.isAstroComponentFactory !== true || typeof made?.render !== 'function') return made;",
  String.raw`if (component.moduleId !== undefined && !/[\\/]node_modules[\\/]/.test(component.moduleId)) return made;`,
  'let done = false; const mark = (chunk) => {',
  "if (done || (typeof chunk !== 'string' && !(chunk instanceof String))) return chunk;",
  String.raw`const text = String(chunk); if (/^(?:\s|<!--[^]*?-->)*$/.test(text)) return chunk;`,
  String.raw`const [start, name] = /^(?:\s|<!--[^]*?-->)*<([a-zA-Z][\w-]*)(?=[\s\/>]|$)/.exec(text) ?? [];`,
  'if (/^(?:script|style|link|meta)$/i.test(name)) return chunk; done = true;',
  `if (start === undefined || /^[^>]*${sourceAttribute}/.test(text.slice(start.length))) return chunk;`,
  "const changed = start + attribute + text.slice(start.length); return typeof chunk === 'string' ? changed : new chunk.constructor(changed); };",
  // Stops at what has no texts yet.
  'const markTemplate = ({ htmlParts, expressions }) => { const texts = [...htmlParts];',
  'for (let at = 0; at < texts.length && !done; at++) { texts[at] = mark(texts[at]); if (done || at === expressions.length) break;',
  'const part = expressions[at]; if (isTemplate(part)) part.htmlParts = markTemplate(part); else if (part instanceof String) expressions[at] = mark(part);',
  "else if (part && typeof part.type !== 'string') done = true; } return texts; };",
  "const isTemplate = (value) => value?.[Symbol.for('astro.renderTemplateResult')] === true;",
  'const look = (value) => { try { const template = value?.content ?? value; if (!isTemplate(template) || done) return;',
  'template.htmlParts = markTemplate(template); } catch { done = true; } };',
  'const { init, render } = made; if (init !== undefined) made.init = (result) => { const value = init.call(made, result);',
  "if (typeof value?.then === 'function') value.then(look, () => undefined); else look(value); return value; };",
  'made.render = (destination) => { done = false; return render.call(made, { write: (chunk) => destination.write(mark(chunk)) }); }; return made; }',
].join(' ');
