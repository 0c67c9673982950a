/** A place is what annotations are listed by: a page, known by its key, or a Markdown file, known by its path. */
import type { Content } from './annotation.ts';
import { pageKey } from './page-key.ts';

/** The key of the place that a person, an agent or a program names. */
export function placeKey(asked: string): string {
  const known = knownKeys.get(asked);
  if (known !== undefined) return known;
  const key = computeKey(asked);
  if (knownKeys.size === maxKnownKeys) knownKeys.clear();
  knownKeys.set(asked, key);
  return key;
}

export function placeKeyOf(annotation: Content): string {
  return annotation.kind === 'markdown' ? annotation.path : placeKey(annotation.pageUrl);
}

/** Parsing an address takes microseconds, and a list compares the same few addresses thousands of times. */
const knownKeys = new Map<string, string>();
const maxKnownKeys = 1_000;

function computeKey(asked: string): string {
  if (/^(\/|(https?|file):\/\/)/i.test(asked)) return pageKey(asked);
  // People copy the address of a dev server without its protocol.
  if (/^(localhost|\d[\d.]*|\[[\da-f:]+\])(:\d+)?([/?#]|$)/i.test(asked)) return pageKey(`http://${asked}`);
  if (/^[?#]/.test(asked)) return pageKey(`/${asked}`);
  return asked.replace(/^(\.\/+)+/, '');
}

const maxNearest = 5;

/** The places whose paths are most like the requested one, best first. */
export function nearestPlaces(asked: string, places: readonly string[]): string[] {
  const wanted = pairsIn(placeKey(asked));
  return places
    .map((place) => ({ place, likeness: likenessOf(wanted, pairsIn(place)) }))
    .sort((a, b) => b.likeness - a.likeness || a.place.length - b.place.length)
    .slice(0, maxNearest)
    .map(({ place }) => place);
}

/** Neighbouring letters of the path. Host and query are left out: they are what most often differs by mistake. */
function pairsIn(place: string): Set<string> {
  const path = ` ${place.replace(/^\w+:\/\/[^/]*/, '').replace(/\?[^#]*/g, '')} `.toLowerCase();
  return new Set(Array.from({ length: path.length - 1 }, (_, at) => path.slice(at, at + 2)));
}

/** From 0, nothing in common, to 1. */
function likenessOf(a: ReadonlySet<string>, b: ReadonlySet<string>): number {
  const shared = [...a].filter((pair) => b.has(pair)).length;
  return (2 * shared) / (a.size + b.size);
}
