/**
 * Puts the edge of `src/page-edge.ts` around everything of ours that a browser calls: listeners, timers, observers and
 * promises that nothing waits for. The build does it, even for the libraries in the bundle, so that none is forgotten.
 */
import { join } from 'node:path';

import MagicString from 'magic-string';
import type { Plugin } from 'vite';

interface SyntaxNode {
  readonly type: string;
  readonly start: number;
  readonly end: number;
  readonly [part: string]: unknown;
}

const edge = join(import.meta.dirname, 'src/page-edge.ts');

/** Where among the arguments the function is that the browser calls later. */
const callbackAt = new Map([
  ['addEventListener', 1],
  ['removeEventListener', 1],
  ...[
    ...['setTimeout', 'setInterval', 'queueMicrotask', 'requestAnimationFrame', 'requestIdleCallback'],
    'toBlob',
    ...['MutationObserver', 'ResizeObserver', 'IntersectionObserver', 'PerformanceObserver'],
  ].map((name) => [name, 0] as const),
]);

const mayHaveEntry = new RegExp(
  `\\b(?:void|then|catch|finally|${[...callbackAt.keys()].join('|')})\\b|\\.on[a-z]+ ?=`,
);

export function guardEntries(): Plugin {
  return {
    name: 'guard-entries',
    enforce: 'post',
    transform: {
      filter: { code: mayHaveEntry },
      handler(code, id) {
        if (id === edge) return null;
        const guarded = withGuards(code, this.parse(code));
        return guarded === null
          ? null
          : `import { guard as annotateGuard, settle as annotateSettle } from ${JSON.stringify(edge)};\n${guarded}`;
      },
    },
  };
}

/** `null` for a module without an entry. */
function withGuards(code: string, program: unknown): string | null {
  const changed = new MagicString(code);
  const wrap = ({ start, end }: SyntaxNode, name: string): void => {
    changed.appendRight(start, `${name}(`).prependLeft(end, ')');
  };
  eachNode(program, (node) => {
    const callback = callbackOf(node);
    if (callback !== null) wrap(callback, 'annotateGuard');
    const promise = unawaited(node);
    if (promise !== null) wrap(promise, 'annotateSettle');
  });
  return changed.hasChanged() ? changed.toString() : null;
}

/** What is called by the browser, in `setTimeout(call)`, `new ResizeObserver(call)` and `socket.onmessage = call`. */
function callbackOf({
  type,
  operator,
  left,
  right,
  callee,
  arguments: given,
}: SyntaxNode): SyntaxNode | null {
  if (type === 'AssignmentExpression')
    return operator === '=' && /^on[a-z]+$/.test(methodOf(left)) && isNode(right) ? right : null;
  if (type !== 'CallExpression' && type !== 'NewExpression') return null;
  const at = callbackAt.get(nameOf(callee) || methodOf(callee));
  const callback: unknown = at !== undefined && Array.isArray(given) ? given[at] : null;
  return isNode(callback) ? callback : null;
}

/** A promise whose rejection nothing handles: that of `void load()` and of a statement `load().then(show)`. */
function unawaited({ type, operator, argument, expression }: SyntaxNode): SyntaxNode | null {
  if (type === 'UnaryExpression')
    return operator === 'void' && isNode(argument) && argument.type !== 'Literal' ? argument : null;
  if (type !== 'ExpressionStatement' || !isNode(expression)) return null;
  return /^(?:then|catch|finally)$/.test(methodOf(expression.callee)) ? expression : null;
}

function nameOf(node: unknown): string {
  return isNode(node) && typeof node.name === 'string' ? node.name : '';
}

function methodOf(node: unknown): string {
  return isNode(node) && node.type === 'MemberExpression' && node.computed === false
    ? nameOf(node.property)
    : '';
}

function eachNode(value: unknown, visit: (node: SyntaxNode) => void): void {
  if (Array.isArray(value)) for (const each of value) eachNode(each, visit);
  else if (isNode(value)) {
    visit(value);
    for (const part of Object.values(value)) eachNode(part, visit);
  }
}

function isNode(value: unknown): value is SyntaxNode {
  return typeof value === 'object' && value !== null && 'type' in value && 'start' in value;
}
