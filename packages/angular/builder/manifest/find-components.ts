/** Finds the components that a file declares by their decorators, without a type checker. */
import type typescript from 'typescript';

import type { TypeScript } from '../workspace-packages.ts';

export interface FoundComponent {
  readonly name: string;
  readonly selector?: string;
  /** As in the source, relative to the file. */
  readonly templateUrl?: string;
}

export function findComponents(ts: TypeScript, code: string): FoundComponent[] {
  // Parsing takes most of the time, and most files declare no component.
  if (!code.includes('Component')) return [];
  const file = ts.createSourceFile('component.ts', code, ts.ScriptTarget.Latest, false, ts.ScriptKind.TS);
  const names = decoratorNames(ts, file);
  if (names.direct.size === 0 && names.namespaces.size === 0) return [];
  const text = createTextReader(ts, file);
  const found: FoundComponent[] = [];
  const visit = (node: typescript.Node): void => {
    if (ts.isClassLike(node) && node.name !== undefined) {
      const decorator = ts.getDecorators(node)?.find((each) => isComponent(ts, each, names));
      if (decorator !== undefined) found.push({ name: node.name.text, ...readMetadata(ts, decorator, text) });
    }
    ts.forEachChild(node, visit);
  };
  visit(file);
  return found;
}

interface DecoratorNames {
  /** `Component`, or the name it was imported as. */
  readonly direct: ReadonlySet<string>;
  /** `ng` of `@ng.Component`. */
  readonly namespaces: ReadonlySet<string>;
}

// From any module, because a workspace may re-export the decorator.
function decoratorNames(ts: TypeScript, file: typescript.SourceFile): DecoratorNames {
  const direct = new Set<string>();
  const namespaces = new Set<string>();
  for (const statement of file.statements) {
    const bindings = ts.isImportDeclaration(statement) ? statement.importClause?.namedBindings : undefined;
    if (bindings === undefined) continue;
    if (ts.isNamespaceImport(bindings)) namespaces.add(bindings.name.text);
    else {
      for (const { name, propertyName = name } of bindings.elements) {
        if (propertyName.text === 'Component') direct.add(name.text);
      }
    }
  }
  return { direct, namespaces };
}

function isComponent(ts: TypeScript, { expression }: typescript.Decorator, names: DecoratorNames): boolean {
  if (!ts.isCallExpression(expression)) return false;
  const { expression: callee } = expression;
  if (ts.isIdentifier(callee)) return names.direct.has(callee.text);
  if (!ts.isPropertyAccessExpression(callee) || callee.name.text !== 'Component') return false;
  return ts.isIdentifier(callee.expression) && names.namespaces.has(callee.expression.text);
}

function readMetadata(
  ts: TypeScript,
  { expression }: typescript.Decorator,
  text: ReadText,
): Omit<FoundComponent, 'name'> {
  const argument = ts.isCallExpression(expression) ? expression.arguments[0] : undefined;
  if (argument === undefined || !ts.isObjectLiteralExpression(argument)) return {};
  const selector = textProperty(ts, argument, 'selector', text)?.trim().replace(/\s+/g, ' ');
  const templateUrl = textProperty(ts, argument, 'templateUrl', text);
  return {
    ...(selector !== undefined && selector !== '' && { selector }),
    ...(templateUrl !== undefined && { templateUrl }),
  };
}

function textProperty(
  ts: TypeScript,
  object: typescript.ObjectLiteralExpression,
  wanted: string,
  text: ReadText,
): string | undefined {
  for (const each of object.properties) {
    if (each.name === undefined || ts.isComputedPropertyName(each.name) || each.name.text !== wanted)
      continue;
    if (ts.isPropertyAssignment(each)) return text(each.initializer) ?? undefined;
    if (ts.isShorthandPropertyAssignment(each)) return text(each.name) ?? undefined;
  }
  return undefined;
}

/** The text value of an expression; `null` when it cannot be known from the file alone. */
type ReadText = (expression: typescript.Expression) => string | null;

/** Evaluates literals, concatenations of them, and constants at the top of the same file. */
function createTextReader(ts: TypeScript, file: typescript.SourceFile): ReadText {
  const constants = constantsOf(ts, file);
  const read = (expression: typescript.Expression, seen: ReadonlySet<string>): string | null => {
    if (ts.isStringLiteralLike(expression)) return expression.text;
    if (ts.isParenthesizedExpression(expression) || ts.isAsExpression(expression)) {
      return read(expression.expression, seen);
    }
    if (ts.isTemplateExpression(expression)) {
      const spans = expression.templateSpans.map((span) =>
        concatenate(read(span.expression, seen), span.literal.text),
      );
      return spans.reduce(concatenate, expression.head.text);
    }
    if (ts.isBinaryExpression(expression) && expression.operatorToken.kind === ts.SyntaxKind.PlusToken) {
      return concatenate(read(expression.left, seen), read(expression.right, seen));
    }
    if (!ts.isIdentifier(expression) || seen.has(expression.text)) return null;
    const constant = constants.get(expression.text);
    return constant === undefined ? null : read(constant, new Set([...seen, expression.text]));
  };
  return (expression) => read(expression, new Set());
}

function concatenate(before: string | null, after: string | null): string | null {
  return before === null || after === null ? null : before + after;
}

function constantsOf(
  ts: TypeScript,
  file: typescript.SourceFile,
): ReadonlyMap<string, typescript.Expression> {
  const constants = new Map<string, typescript.Expression>();
  for (const statement of file.statements) {
    if (!ts.isVariableStatement(statement)) continue;
    if ((statement.declarationList.flags & ts.NodeFlags.Const) === 0) continue;
    for (const { name, initializer } of statement.declarationList.declarations) {
      if (ts.isIdentifier(name) && initializer !== undefined) constants.set(name.text, initializer);
    }
  }
  return constants;
}
