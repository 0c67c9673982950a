/** Reads which components a file declares, without a type checker: what it says itself, by the decorators. */
import type typescript from 'typescript';

import type { TypeScript } from '../workspace-packages.ts';

import { createReader, type ReadText } from './static-text.ts';

export interface FoundComponent {
  readonly name: string;
  readonly selector?: string;
  /** As it is written, relative to the file. */
  readonly templateUrl?: string;
}

export function findComponents(ts: TypeScript, code: string): FoundComponent[] {
  // Parsing is most of the work, and most files declare none.
  if (!code.includes('Component')) return [];
  const file = ts.createSourceFile('component.ts', code, ts.ScriptTarget.Latest, false, ts.ScriptKind.TS);
  const names = decoratorNames(ts, file);
  if (names.direct.size === 0 && names.namespaces.size === 0) return [];
  const text = createReader(ts, file);
  const found: FoundComponent[] = [];
  const visit = (node: typescript.Node): void => {
    if (ts.isClassLike(node) && node.name !== undefined) {
      const decorator = ts.getDecorators(node)?.find((each) => isComponent(ts, each, names));
      if (decorator !== undefined) found.push({ name: node.name.text, ...metadata(ts, decorator, text) });
    }
    ts.forEachChild(node, visit);
  };
  visit(file);
  return found;
}

interface DecoratorNames {
  /** `Component`, or what it was imported as. */
  readonly direct: ReadonlySet<string>;
  /** `ng` of `@ng.Component`. */
  readonly namespaces: ReadonlySet<string>;
}

// From whichever module: a workspace may export it again from one of its own.
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

function metadata(
  ts: TypeScript,
  { expression }: typescript.Decorator,
  text: ReadText,
): Omit<FoundComponent, 'name'> {
  const given = ts.isCallExpression(expression) ? expression.arguments[0] : undefined;
  if (given === undefined || !ts.isObjectLiteralExpression(given)) return {};
  const selector = property(ts, given, 'selector', text)?.trim().replace(/\s+/g, ' ');
  const templateUrl = property(ts, given, 'templateUrl', text);
  return {
    ...(selector !== undefined && selector !== '' && { selector }),
    ...(templateUrl !== undefined && { templateUrl }),
  };
}

function property(
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
