import { createRequire } from 'node:module';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';

import { isRecord } from '@annotate-mcp/core';

/** A tag in the source of an Astro component. */
export interface AstroTag {
  readonly name: string;
  /** Also where it is the name of an element that a variable has, and for fragments, `<>` too. */
  readonly isComponent: boolean;
  readonly offset: number;
}

/** `parse` of @astrojs/compiler. */
export type AstroParser = (source: string, options: { position: true }) => Promise<{ ast: unknown }>;

/**
 * The parser of Astro 5 and 6, whose compiled modules have a source map without positions inside of templates; `null`
 * for a later version, which needs no parser. `importHref` is `import`: see `build-dependencies.test.ts`.
 */
export async function loadAstroParser(
  appRoot: string,
  importHref: (href: string) => Promise<unknown>,
): Promise<AstroParser | null> {
  try {
    const astro = createRequire(join(appRoot, 'package.json')).resolve('astro/package.json');
    const file = createRequire(astro).resolve('@astrojs/compiler');
    const compiler = await importHref(pathToFileURL(file).href);
    return isRecord(compiler) && isParser(compiler.parse) ? compiler.parse : null;
  } catch {
    // Astro 7 has another compiler.
    return null;
  }
}

function isParser(value: unknown): value is AstroParser {
  return typeof value === 'function';
}

/** The tags in the order in which the compiler writes them; `null` where that order cannot be told. */
export async function readAstroTags(source: string, parse: AstroParser): Promise<AstroTag[] | null> {
  const { ast } = await parse(source, { position: true });
  const bytes = Buffer.from(source);
  const tags: AstroTag[] = [];
  for (const node of isAstroNode(ast) ? compiledOrder(ast) : []) {
    const isFragment = node?.type === 'fragment';
    const written = node?.name ?? '';
    const name = isFragment ? 'Fragment' : written;
    const isComponent = isFragment || node?.type === 'component';
    // The compiler counts bytes, and names the place before `<>`.
    const named = bytes.toString('utf8', 0, node?.position?.start.offset ?? 0).length;
    const offset = isFragment && source.startsWith('<>', named + 1) ? named + 1 : named;
    const isWritten = name !== '' && source.startsWith(`<${written}`, offset);
    if (isWritten) tags.push({ name, isComponent, offset });
    // The parser adds a body where none is written.
    else if (!isComponent && name !== 'body') return null;
  }
  return tags;
}

interface AstroNode {
  readonly type: string;
  readonly name?: string;
  readonly position?: { readonly start: { readonly offset: number } };
  readonly attributes?: readonly { readonly name: string; readonly kind: string; readonly value: string }[];
  readonly children?: readonly AstroNode[];
}

function isAstroNode(value: unknown): value is AstroNode {
  return isRecord(value) && typeof value.type === 'string';
}

/** Tags that are not in the template, or that a fragment of HTML cannot have; of the first, nothing inside either. */
const leftOut = /^(head|script|style|template|noscript|title)$/;
const passedOver = /^(html|link|meta|base|slot)$/;

/** `null` stands for tags whose order is not known. */
function compiledOrder(node: AstroNode): (AstroNode | null)[] {
  const { type, name = '', children = [] } = node;
  const isElement = type === 'element' || type === 'custom-element';
  if (isElement && leftOut.test(name)) return [];
  const ordered = type === 'component' || type === 'custom-element' ? bySlot(children) : children;
  const below = ordered.flatMap((child) => (child === null ? [null] : compiledOrder(child)));
  const isListed = type === 'component' || type === 'fragment' || (isElement && !passedOver.test(name));
  return isListed ? [node, ...below] : below;
}

/** What is inside of a component's tag is written slot by slot, in the order of their names. */
function bySlot(children: readonly AstroNode[]): (AstroNode | null)[] {
  const slots = new Map<string, AstroNode[]>();
  for (const child of children) {
    const names = slotsOf(child);
    if (names.size > 1) return [null];
    const [name = 'default'] = names;
    slots.set(name, [...(slots.get(name) ?? []), child]);
  }
  return [...slots].sort(([a], [b]) => (a < b ? -1 : 1)).flatMap(([, nodes]) => nodes);
}

function slotsOf({ type, attributes = [], children = [] }: AstroNode): Set<string> {
  if (type === 'expression') return new Set(children.flatMap((child) => [...slotsOf(child)]));
  const slot = attributes.find(({ name }) => name === 'slot');
  if (slot !== undefined) return new Set([slot.value]);
  return new Set(type === 'text' ? [] : ['default']);
}
