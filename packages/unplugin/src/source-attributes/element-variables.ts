import { isElementName } from './element-names.ts';
import { contains, isIdentifier, isNode, nodesIn, type SyntaxNode, walk } from './walk.ts';

export interface ElementVariables {
  /** Those whose value is always the name of an element: `const Tag = ordered ? 'ol' : 'ul'`. */
  readonly always: ReadonlySet<string>;
  /** Those that may as well hold a component: `const Tag = asChild ? Slot : 'button'`, `({ as: Tag = 'div' })`. */
  readonly sometimes: ReadonlySet<string>;
}

/**
 * Variables that hold names of elements. A name that the module also gives to something else is not among those that always
 * do, because this does not follow scopes; what the others hold is asked at run time.
 */
export function elementVariables(program: SyntaxNode): ElementVariables {
  const always = new Set<string>();
  const sometimes = new Set<string>();
  const others = new Set<unknown>();
  const bindings: SyntaxNode[] = [];
  walk(program, (node) => {
    const { type, left, right } = node;
    if (type === 'VariableDeclaration')
      for (const { id, init } of nodesIn(node.declarations)) {
        const name = isNode(id) && typeof id.name === 'string' ? id.name : null;
        if (name !== null && isComponentName(name) && mayBeElement(init)) sometimes.add(name);
        if (name !== null && node.kind === 'const' && isElementNameOnly(init)) always.add(name);
        else if (isNode(id)) bindings.push(id);
      }
    if (type === 'AssignmentPattern' && isNode(left) && typeof left.name === 'string')
      if (isComponentName(left.name) && mayBeElement(right)) sometimes.add(left.name);
    if (/^Import\w*Specifier$/.test(type) && isNode(node.local)) others.add(node.local.name);
    if (/^(?:Function|Class)Declaration$/.test(type) && isNode(node.id)) others.add(node.id.name);
    bindings.push(...nodesIn(node.params));
  });
  const isOther = (name: string) =>
    others.has(name) || bindings.some((each) => contains(each, (node) => isIdentifier(node, name)));
  const sure = new Set([...always].filter((name) => !isOther(name)));
  return { always: sure, sometimes: new Set([...sometimes].filter((name) => !sure.has(name))) };
}

/** JSX takes other names for those of elements. */
function isComponentName(name: string): boolean {
  return /^[A-Z]/.test(name);
}

/** One of its values is the name of an element, and none another text: that could be an object of a scene. */
function mayBeElement(value: unknown): boolean {
  const texts = valuesIn(value).filter(({ value: text }) => typeof text === 'string');
  return texts.length > 0 && texts.every(isElementNameOnly);
}

function valuesIn(value: unknown): SyntaxNode[] {
  if (!isNode(value)) return [];
  const { type, expression, consequent, alternate, left, right } = value;
  if (/^TS(?:As|Satisfies)Expression$/.test(type)) return valuesIn(expression);
  if (type === 'ConditionalExpression') return [...valuesIn(consequent), ...valuesIn(alternate)];
  if (type === 'LogicalExpression') return [...valuesIn(left), ...valuesIn(right)];
  return [value];
}

/** Whether an expression always gives the name of an element. */
export function isElementNameOnly(value: unknown): boolean {
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
