/**
 * Elements of MDX. Its compiler passes the position of each Markdown or JSX node to React's development runtime, which
 * drops it since React 19:
 *
 *     _jsxDEV(_components.h1, { children: "Hello" }, undefined, false, { fileName: …, lineNumber: 5, columnNumber: 1 }, this)
 */
import MagicString from 'magic-string';

import { mdxRuntime } from '../module-hints.ts';

import { isElementName } from './element-names.ts';
import { toModule } from './mark-tags.ts';
import type { ScriptParser } from './parse-script.ts';
import { sourceAttribute, sourceValue, type TextPosition } from './position.ts';
import { isIdentifier, isNode, nodesIn, walk, type SyntaxNode } from './walk.ts';

/**
 * Adds source attributes to the elements in the output of the MDX compiler. `path` is that of the `.mdx` file in the
 * project. Nodes that a plugin of the compiler made have no position, and get no attribute.
 */
export function markMdx(code: string, path: string, parse: ScriptParser) {
  const program = code.includes(mdxRuntime) ? parse(code, 'compiled.js') : null;
  if (program === null) return;
  const marked = new MagicString(code);
  walk(program, (node) => {
    const element = elementOf(node, code);
    if (element === null) return;
    const { tag, props, position } = element;
    const mark = `${JSON.stringify(sourceAttribute)}: ${JSON.stringify(sourceValue(path, position))}`;
    const property = tag === null ? mark : `...(typeof ${tag} === "string" && { ${mark} })`;
    const last = nodesIn(props.properties).at(-1);
    if (last === undefined) marked.appendLeft(props.start + 1, ` ${property} `);
    else marked.appendLeft(last.end, `, ${property}`);
  });
  return toModule(marked, path);
}

interface MdxElement {
  /** `_components.h1`, which an app may replace by a component of its own; `null` for an element that is written as JSX. */
  readonly tag: string | null;
  readonly props: SyntaxNode;
  readonly position: TextPosition;
}

function elementOf(node: SyntaxNode, code: string): MdxElement | null {
  if (node.type !== 'CallExpression' || !isIdentifier(node.callee, '_jsxDEV')) return null;
  const [type, props, , , source] = nodesIn(node.arguments);
  const position = positionIn(source);
  if (type === undefined || props?.type !== 'ObjectExpression' || position === null) return null;
  if (typeof type.value === 'string')
    return isElementName(type.value) ? { tag: null, props, position } : null;
  const isReplaceable = type.type === 'MemberExpression' && isIdentifier(type.object, '_components');
  return isReplaceable ? { tag: code.slice(type.start, type.end), props, position } : null;
}

function positionIn(source: SyntaxNode | undefined): TextPosition | null {
  const numbers = new Map(
    nodesIn(source?.properties).flatMap(({ key, value }) =>
      isNode(key) && isNode(value) && typeof value.value === 'number'
        ? [[key.name, value.value] as const]
        : [],
    ),
  );
  const [line, column] = [numbers.get('lineNumber'), numbers.get('columnNumber')];
  return line === undefined || column === undefined ? null : { line, column };
}
