/** Says whether a page works after a change. Pure. */
import type { PageFailure } from './page-failure.ts';
import { isGenerated, type ProofRecord } from './page-layout.ts';
import type { Verdict } from './verdicts.ts';

/**
 * What an agent saved half-way may have failed and work by now. An error that came before the annotation was resolved
 * counts only where the page does not show that it works: `looks` is what it shows otherwise.
 */
export function findFailure(before: ProofRecord, after: ProofRecord, looks: Verdict): PageFailure | null {
  const { failures = [] } = after;
  const shown = failures.find(({ kind }) => kind === 'overlay');
  if (shown !== undefined) return shown;
  const known = new Set(before.failures?.map(({ message }) => message));
  const newest = failures.findLast(({ message }) => !known.has(message));
  const failed = findFailedRequest(before, after);
  if (isEmptied(before, after))
    return newest ?? failed ?? { kind: 'empty', message: 'The app shows nothing any more.' };
  const isVisible = newest?.late === true || looks === 'gone' || looks === 'unchanged';
  return isVisible && newest !== undefined ? newest : failed;
}

/** Lower ones may be meant: the browser does not tell the method, so it may have been another request. */
const leastFailed = 500;

function findFailedRequest(before: ProofRecord, after: ProofRecord): PageFailure | null {
  const statuses = new Map(before.requests?.map(({ address, status }) => [address, status]));
  for (const { address, status } of after.requests ?? []) {
    const old = statuses.get(address);
    if (status < leastFailed || old === undefined || old >= leastFailed) continue;
    return { kind: 'request', message: `${address} answers with ${status}, and with ${old} before.` };
  }
  return null;
}

/** Fewer elements than that are no app. */
const leastElements = 3;

/** An element that the app was in has nothing in it now: frameworks remove all when their root fails. */
function isEmptied(before: ProofRecord, after: ProofRecord): boolean {
  const roots = rootsOf(before);
  if (roots.every(({ size }) => size < leastElements)) return false;
  const left = new Map(rootsOf(after).map(({ name, size }) => [name, size]));
  return roots.some(({ name, size }) => {
    const isMost = size >= leastElements && size * 2 >= before.layout.elements.length;
    return isMost && (left.get(name) ?? 0) === 0;
  });
}

/** The children of the body, with how many elements are in each. */
function rootsOf({ layout: { elements } }: ProofRecord): { name: string; size: number }[] {
  const body = elements.findIndex(({ tag }) => tag === 'body');
  const rootOf: number[] = [];
  const sizes = new Map<number, number>();
  elements.forEach(({ parent, tag }, index) => {
    const root = parent === body ? index : rootOf[parent];
    if (root === undefined || body === -1) return;
    rootOf[index] = root;
    // What a style sheet generates is there also where the app is not.
    if (!isGenerated({ tag })) sizes.set(root, (sizes.get(root) ?? -1) + 1);
  });
  return [...sizes].map(([index, size]) => {
    const { tag = '', key = '' } = elements[index] ?? {};
    return { name: `${tag}#${key}`, size };
  });
}
