import { isElementName } from './element-names.ts';
import { contains, isIdentifier, isNode, nodesIn, type SyntaxNode, walk } from './walk.ts';

/**
 * Variables whose value is always the name of an element: `const Tag = ordered ? 'ol' : 'ul'`. A name that the module also
 * gives to something else is not among them, because this does not follow scopes.
 */
export function elementVariables(program: SyntaxNode): ReadonlySet<string> {
  const found = new Set<string>();
  const others = new Set<unknown>();
  const bindings: SyntaxNode[] = [];
  walk(program, (node) => {
    if (node.type === 'VariableDeclaration')
      for (const { id, init } of nodesIn(node.declarations))
        if (isNode(id) && typeof id.name === 'string' && node.kind === 'const' && isElementNameOnly(init))
          found.add(id.name);
        else if (isNode(id)) bindings.push(id);
    if (/^Import\w*Specifier$/.test(node.type) && isNode(node.local)) others.add(node.local.name);
    if (/^(?:Function|Class)Declaration$/.test(node.type) && isNode(node.id)) others.add(node.id.name);
    bindings.push(...nodesIn(node.params));
  });
  const isOther = (name: string) =>
    others.has(name) || bindings.some((each) => contains(each, (node) => isIdentifier(node, name)));
  return new Set([...found].filter((name) => !isOther(name)));
}

function isElementNameOnly(value: unknown): boolean {
  if (!isNode(value)) return false;
  const { type, expression, consequent, alternate, quasis } = value;
  if (/^TS(?:As|Satisfies)Expression$/.test(type)) return isElementNameOnly(expression);
  if (type === 'ConditionalExpression') return isElementNameOnly(consequent) && isElementNameOnly(alternate);
  if (type === 'TemplateLiteral') return beginsWithHeading(nodesIn(quasis));
  return typeof value.value === 'string' && isElementName(value.value);
}

/** `h${level}`. */
function beginsWithHeading([first, ...more]: readonly SyntaxNode[]): boolean {
  const text = first?.value;
  const raw: unknown = typeof text === 'object' && text !== null && 'raw' in text ? text.raw : null;
  return raw === 'h' && more.length === 1;
}
