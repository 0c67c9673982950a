import { componentsIn, defaultDefinition } from './declared-components.ts';
import { isNode, type SyntaxNode } from './walk.ts';

/**
 * The elements of a component that no other element of it is around, by the offset of their `<`, with the name of the
 * component. What is passed to a component in the same JSX counts, too: that one may be a library's.
 */
export function outermostElements(
  program: SyntaxNode,
  path: string,
  elements: readonly { readonly start: number }[],
): ReadonlyMap<number, string> {
  const starts = new Set(elements.map(({ start }) => start));
  const found = new Map<number, string>();
  const collect = (node: SyntaxNode, component: string): void => {
    if (node.type === 'JSXElement' && starts.has(node.start)) {
      found.set(node.start, component);
      return;
    }
    for (const child of childrenOf(node)) collect(child, component);
  };
  const exported = defaultDefinition(program);
  if (exported !== null) collect(exported, nameIn(exported) ?? nameOfModule(path));
  for (const { name, definition } of componentsIn(program)) collect(definition, name);
  return found;
}

function childrenOf(node: SyntaxNode): SyntaxNode[] {
  return Object.values(node).flat().filter(isNode);
}

function nameIn({ id }: SyntaxNode): string | null {
  return isNode(id) && typeof id.name === 'string' ? id.name : null;
}

/** `Card` for `src/Card.tsx`; with the folder where a router gives the file its name: `cart/page`. */
function nameOfModule(path: string): string {
  const [file = '', folder] = path
    .replace(/(?:\.\w+)+$/, '')
    .split('/')
    .reverse();
  return folder !== undefined && routeFile.test(file) ? `${folder}/${file}` : file;
}

const routeFile = /^(?:default|error|index|layout|loading|not-found|page|template)(?:@[\w-]+)?!?$/;
