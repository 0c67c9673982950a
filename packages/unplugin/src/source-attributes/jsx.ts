import { isElementName, isSceneName } from './element-names.ts';
import { type ElementVariables, elementVariables, isElementNameOnly } from './element-variables.ts';
import type { TextRange } from './mark-tags.ts';
import { sourceAttribute } from './position.ts';
import { isNode, nodesIn, type SyntaxNode, walk } from './walk.ts';

export interface JsxElement {
  /** Offset of its `<`. */
  readonly start: number;
  /** Offset after its tag name. */
  readonly nameEnd: number;
  /** Offset after its last attribute: an attribute there wins over one that comes with `{...props}`. */
  readonly attributesEnd: number;
  /** See `MarkableTag`. */
  readonly condition: string | undefined;
  /** See `MarkableTag`. */
  readonly html: TextRange | undefined;
}

/**
 * The elements of the page in this module. Components get no attribute, because it would be a prop; `motion.div` and
 * similar ones pass it on to the element that they are named after, some are known to pass it on, and a variable may hold
 * the name of an element.
 */
export function jsxElements(program: SyntaxNode): JsxElement[] {
  const variables = elementVariables(program);
  const { always, sometimes } = variables;
  const passing = new Set([...passingComponents(program), ...always]);
  const dynamic = dynamicComponents(program);
  const tags: JsxTag[] = [];
  walk(program, (node) => {
    const tag = tagOf(node, passing, sometimes) ?? dynamicTagOf(node, dynamic, variables);
    if (tag !== null) tags.push(tag);
  });
  const isMarkable = (name: string) => isElementName(name) || passing.has(name) || sometimes.has(name);
  const hasScene = tags.some(({ name }) => !isMarkable(name));
  return tags
    .filter(({ name }) => isMarkable(name) && !(hasScene && (isSceneName(name) || sometimes.has(name))))
    .filter(({ opening }) => !isMarked(opening))
    .map(({ opening, name, nameEnd }) => ({
      start: opening.start,
      nameEnd,
      attributesEnd: attributesEnd(opening) ?? nameEnd,
      condition: passing.has(name) || isElementName(name) ? undefined : `typeof ${name} === "string"`,
      html: htmlIn(opening),
    }));
}

/** The texts and the quoted attributes, without their quotation marks. */
export function jsxTexts(program: SyntaxNode): TextRange[] {
  const found: TextRange[] = [];
  walk(program, ({ type, start, end, value }) => {
    if (type === 'JSXText') found.push({ start, end });
    if (type === 'JSXAttribute' && isNode(value) && value.type.endsWith('Literal'))
      found.push({ start: value.start + 1, end: value.end - 1 });
  });
  return found;
}

interface JsxTag {
  readonly opening: SyntaxNode;
  /** In lower case, as the tags of elements are, that of a component that passes attributes on, or that of a variable. */
  readonly name: string;
  readonly nameEnd: number;
}

function tagOf(
  opening: SyntaxNode,
  passing: ReadonlySet<string>,
  sometimes: ReadonlySet<string>,
): JsxTag | null {
  if (opening.type !== 'JSXOpeningElement' || !isNode(opening.name)) return null;
  const { type, property, end } = opening.name;
  const last = type === 'JSXMemberExpression' ? property : opening.name;
  if (!isNode(last) || last.type !== 'JSXIdentifier' || typeof last.name !== 'string') return null;
  const isTag =
    /^[a-z]/.test(last.name) ||
    (last === opening.name && (passing.has(last.name) || sometimes.has(last.name)));
  return isTag ? { opening, name: last.name, nameEnd: end } : null;
}

/** `<Dynamic component="section">` of Solid; its name is what it makes the element of. */
function dynamicTagOf(
  opening: SyntaxNode,
  dynamic: ReadonlySet<string>,
  { always, sometimes }: ElementVariables,
): JsxTag | null {
  if (opening.type !== 'JSXOpeningElement' || !isNode(opening.name)) return null;
  if (typeof opening.name.name !== 'string' || !dynamic.has(opening.name.name)) return null;
  const attribute = nodesIn(opening.attributes).find(({ name }) => isNode(name) && name.name === 'component');
  const given = isNode(attribute?.value) ? (attribute.value.expression ?? attribute.value) : null;
  const nameEnd = opening.name.end;
  // Any name of an element will do here.
  if (isElementNameOnly(given)) return { opening, name: 'div', nameEnd };
  if (!isNode(given) || typeof given.name !== 'string') return null;
  const isVariable = always.has(given.name) || sometimes.has(given.name);
  return isVariable ? { opening, name: given.name, nameEnd } : null;
}

function attributesEnd(opening: SyntaxNode): number | undefined {
  return nodesIn(opening.attributes).at(-1)?.end;
}

/** The name of the attribute: of React and those like it, or of Solid. */
function htmlIn(opening: SyntaxNode): TextRange | undefined {
  const names = nodesIn(opening.attributes).flatMap(({ name }) => (isNode(name) ? [name] : []));
  return names.find(({ name }) => name === 'dangerouslySetInnerHTML' || name === 'innerHTML');
}

function isMarked(opening: SyntaxNode): boolean {
  return nodesIn(opening.attributes).some(({ name }) => isNode(name) && name.name === sourceAttribute);
}

/** Components that pass attributes on to the one element that they render, by module. */
const passingModules = new Map([
  ['next/link', 'default'],
  ['next/image', 'default'],
  ['next/legacy/image', 'default'],
  ['next/form', 'default'],
  // Solid has no record of who rendered an element, from which the tag of its component could be found.
  ['@solidjs/router', 'A'],
  // Qwik neither.
  ['@builder.io/qwik-city', 'Link'],
  ['@qwik.dev/router', 'Link'],
]);

/**
 * The names of imported components that pass attributes on to their element, which then has the position of the
 * component's tag. Such elements are written in a package, where no attribute is added.
 */
function passingComponents(program: SyntaxNode): ReadonlySet<string> {
  return importedFrom(passingModules, program);
}

/** The names of Solid's `Dynamic`, which passes attributes on where its prop `component` is the name of an element. */
function dynamicComponents(program: SyntaxNode): ReadonlySet<string> {
  return importedFrom(dynamicModules, program);
}

const dynamicModules = new Map([['solid-js/web', 'Dynamic']]);

/** The local names of these exports, by module. */
function importedFrom(modules: ReadonlyMap<string, string>, program: SyntaxNode): ReadonlySet<string> {
  return new Set(
    nodesIn(program.body)
      .filter(({ type }) => type === 'ImportDeclaration')
      .flatMap(({ source, specifiers }) => {
        const wanted = isNode(source) ? modules.get(String(source.value)) : undefined;
        return nodesIn(specifiers).filter((specifier) => importedName(specifier) === wanted);
      })
      .flatMap(({ local }) => (isNode(local) && typeof local.name === 'string' ? [local.name] : [])),
  );
}

/** `null` for a namespace, whose members are not followed. */
function importedName({ type, imported }: SyntaxNode): string | null {
  if (type === 'ImportDefaultSpecifier') return 'default';
  return type === 'ImportSpecifier' && isNode(imported) ? String(imported.name) : null;
}
