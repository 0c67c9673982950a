/** The properties of syntax nodes that all parsers have in common. */
export interface SyntaxNode {
  readonly type: string;
  readonly start: number;
  readonly end: number;
  readonly [property: string]: unknown;
}

/** Calls `visit` for the node and everything below it, parents first. */
export function walk(node: SyntaxNode, visit: (node: SyntaxNode) => void): void {
  contains(node, (each) => {
    visit(each);
    return false;
  });
}

/** Whether `test` is true for the node or one below it. Parents are tested first, and none after the first that is found. */
export function contains(node: SyntaxNode, test: (node: SyntaxNode) => boolean): boolean {
  if (test(node)) return true;
  // This runs with every change of a module, so it makes no list of the values.
  for (const property in node) {
    const value = node[property];
    if (Array.isArray(value)) {
      for (const child of value) if (isNode(child) && contains(child, test)) return true;
    } else if (isNode(value) && contains(value, test)) return true;
  }
  return false;
}

export function isNode(value: unknown): value is SyntaxNode {
  return typeof value === 'object' && value !== null && 'type' in value && typeof value.type === 'string';
}

/** The nodes in a list property; empty when the value is no list. */
export function nodesIn(value: unknown): SyntaxNode[] {
  return Array.isArray(value) ? value.filter(isNode) : [];
}

export function isIdentifier(value: unknown, name: string): boolean {
  return isNode(value) && value.type === 'Identifier' && value.name === name;
}
