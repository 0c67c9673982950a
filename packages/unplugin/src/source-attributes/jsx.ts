import { isElementName, isSceneName } from './element-names.ts';
import { sourceAttribute } from './position.ts';
import { isNode, nodesIn, type SyntaxNode, walk } from './walk.ts';

export interface JsxElement {
  /** Offset of its `<`. */
  readonly start: number;
  /** Offset after its tag name. */
  readonly nameEnd: number;
  /** Offset after its last attribute: an attribute there wins over one that comes with `{...props}`. */
  readonly attributesEnd: number;
}

/**
 * The elements of the page in this module. Components get no attribute, because it would be a prop; `motion.div` and
 * similar ones pass it on to the element that they are named after.
 */
export function jsxElements(program: SyntaxNode): JsxElement[] {
  const tags: JsxTag[] = [];
  walk(program, (node) => {
    const tag = tagOf(node);
    if (tag !== null) tags.push(tag);
  });
  const hasScene = tags.some(({ name }) => !isElementName(name));
  return tags
    .filter(({ name }) => isElementName(name) && !(hasScene && isSceneName(name)))
    .filter(({ opening }) => !isMarked(opening))
    .map(({ opening, nameEnd }) => ({
      start: opening.start,
      nameEnd,
      attributesEnd: attributesEnd(opening) ?? nameEnd,
    }));
}

interface JsxTag {
  readonly opening: SyntaxNode;
  /** In lower case, as the tags of elements are. */
  readonly name: string;
  readonly nameEnd: number;
}

function tagOf(opening: SyntaxNode): JsxTag | null {
  if (opening.type !== 'JSXOpeningElement' || !isNode(opening.name)) return null;
  const { type, property, end } = opening.name;
  const last = type === 'JSXMemberExpression' ? property : opening.name;
  if (!isNode(last) || last.type !== 'JSXIdentifier' || typeof last.name !== 'string') return null;
  return /^[a-z]/.test(last.name) ? { opening, name: last.name, nameEnd: end } : null;
}

function attributesEnd(opening: SyntaxNode): number | undefined {
  return nodesIn(opening.attributes).at(-1)?.end;
}

function isMarked(opening: SyntaxNode): boolean {
  return nodesIn(opening.attributes).some(({ name }) => isNode(name) && name.name === sourceAttribute);
}
