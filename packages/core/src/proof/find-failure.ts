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
  const known = new Set(before.failures?.map(nameFailure));
  const newest = failures.findLast((failure) => !known.has(nameFailure(failure)));
  const isMissing = looks === 'gone' || looks === 'unchanged';
  const failed = findFailedRequest(before, after, isMissing);
  if (isEmptied(before, after))
    return newest ?? failed ?? { kind: 'empty', message: 'The app shows nothing any more.' };
  const isVisible = newest?.late === true || isMissing;
  return isVisible && newest !== undefined ? newest : failed;
}

/** Every request that fails says the same. */
function nameFailure({ kind, message, file = '' }: PageFailure): string {
  return kind === 'request' ? `${file} ${message}` : message;
}

/**
 * The browser does not tell the method, so an answer below 500 to an address may be to another request. `isMissing`: the
 * page does not show the request.
 */
function findFailedRequest(before: ProofRecord, after: ProofRecord, isMissing: boolean): PageFailure | null {
  const statuses = new Map(before.requests?.map(({ address, status }) => [address, status]));
  const isCut = statuses.size >= mostRequests;
  for (const { address, status } of after.requests ?? []) {
    const old = statuses.get(address);
    const isKnown = old === undefined ? isCut : old >= 400;
    if (isKnown || !isFailed(status, old, isMissing)) continue;
    const first = old === undefined ? ', and was not asked before.' : `, and with ${old} before.`;
    return { kind: 'request', message: `${address} answers with ${status}${first}` };
  }
  return null;
}

/** The latest ones that a record keeps. */
export const mostRequests = 50;

/** A new address that answers with 500 or more may be of a server that is not running at all. */
function isFailed(status: number, old: number | undefined, isMissing: boolean): boolean {
  if (status >= 500) return old !== undefined;
  if (old !== undefined && (status === 404 || status === 410)) return true;
  return isMissing && status >= 400 && !meantStatuses.has(status);
}

/** Answers that a working app gets: signed out, not allowed, in conflict, invalid, too many or too early. */
const meantStatuses: ReadonlySet<number> = new Set([
  401, 403, 407, 408, 409, 412, 422, 423, 425, 428, 429, 451,
]);

/** Fewer elements than that do not make an app. */
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
