import type { SyntaxNode } from './walk.ts';
import { isNode, nodesIn } from './walk.ts';

/** The tag of a component in JSX. */
export interface ComponentTag {
  /** Offset of its `<`. */
  readonly start: number;
  /** Offset after its name. */
  readonly nameEnd: number;
  /** Offset after the whole element. */
  readonly end: number;
  /** It stands directly in other JSX, where code needs braces around it. */
  readonly inJsx: boolean;
}

/** The tags of components in this module, but those that a macro reads while it compiles: it would see code instead. */
export function componentTags(program: SyntaxNode): ComponentTag[] {
  const macros = macroNames(program);
  const found: ComponentTag[] = [];
  const collect = (node: SyntaxNode, inJsx: boolean): void => {
    if (node.type === 'JSXElement') {
      const name = tagName(node);
      if (name !== null && macros.has(name.root)) return;
      if (name?.isComponent === true)
        found.push({ start: node.start, nameEnd: name.end, end: node.end, inJsx });
    }
    const isJsx = /^JSX(?:Element|Fragment|Attribute)$/.test(node.type);
    // This runs with every change of a module, so it makes no list of the values.
    for (const property in node) {
      const value = node[property];
      if (Array.isArray(value)) {
        for (const child of value) if (isNode(child)) collect(child, isJsx);
      } else if (isNode(value)) collect(value, isJsx);
    }
  };
  collect(program, false);
  return found;
}

/** Names from packages whose macros turn JSX into a message, by its structure. */
function macroNames(program: SyntaxNode): ReadonlySet<unknown> {
  return new Set(
    nodesIn(program.body)
      .filter(
        ({ type, source }) =>
          type === 'ImportDeclaration' && isNode(source) && readsJsx.test(String(source.value)),
      )
      .flatMap(({ specifiers }) => nodesIn(specifiers))
      .flatMap(({ local }) => (isNode(local) ? [local.name] : [])),
  );
}

const readsJsx = /\bmacro\b|^@lingui\/|^fbt|^gt-(?:next|react)\b/;

interface TagName {
  /** `Menu` of `Menu.Item`. */
  readonly root: unknown;
  readonly end: number;
  readonly isComponent: boolean;
}

function tagName({ openingElement }: SyntaxNode): TagName | null {
  const name = isNode(openingElement) ? openingElement.name : null;
  if (!isNode(name)) return null;
  let root: unknown = name;
  while (isNode(root) && root.type === 'JSXMemberExpression') root = root.object;
  const last = name.type === 'JSXMemberExpression' ? name.property : name;
  const text = isNode(last) && typeof last.name === 'string' ? last.name : '';
  return {
    root: isNode(root) ? root.name : null,
    end: name.end,
    // Fragments are no components, and have no element.
    isComponent: name.type !== 'JSXNamespacedName' && /^[A-Z_$]/.test(text) && text !== 'Fragment',
  };
}
