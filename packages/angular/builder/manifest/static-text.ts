import type typescript from 'typescript';

import type { TypeScript } from '../workspace-packages.ts';

/** The text value of an expression; `null` when it cannot be known from the file alone. */
export type ReadText = (expression: typescript.Expression) => string | null;

/** Evaluates literals, concatenations of them, and constants at the top of the same file. */
export function createTextReader(ts: TypeScript, file: typescript.SourceFile): ReadText {
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
