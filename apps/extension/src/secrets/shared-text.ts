/** Replaces what a text has in common with texts that are hidden: also where these were shortened or changed a little. */
import { redacted } from '@annotate-mcp/page-facts';

/** Every run of this length is noticed, and a shorter one is a word of the page as often as not. */
const shortestRun = 8;
const seedLength = 4;

interface Place {
  readonly text: string;
  readonly at: number;
}

interface Run {
  readonly from: number;
  readonly to: number;
}

/** Takes time in proportion to the length of a text, however long the hidden ones are. */
export function createSharedMask(hidden: readonly string[]): (text: string) => string {
  const seeds = seedsOf(hidden.flatMap((text) => [...formsOf(text)]));
  if (seeds.size === 0) return (text) => text;
  return (text) => {
    let masked = '';
    let end = 0;
    for (let at = 0; at + seedLength <= text.length; at++) {
      const run = longestRun(text, at, end, seeds.get(text.slice(at, at + seedLength)) ?? []);
      if (run === null) continue;
      masked += text.slice(end, run.from) + redacted;
      end = run.to;
      at = run.to - 1;
    }
    return masked + text.slice(end);
  };
}

/** As it is, as a page shows it, and as an address has it. */
function formsOf(text: string): Set<string> {
  const shown = text.replace(/\s+/g, ' ').trim();
  const encoded = encodeURIComponent(shown.toWellFormed());
  const forms = [text.trim(), shown, encoded, encoded.replaceAll('%20', '+')];
  return new Set(forms.filter(({ length }) => length >= shortestRun));
}

/** Of each run that is long enough, one of these pieces is a part. */
function seedsOf(texts: readonly string[]): Map<string, Place[]> {
  const seeds = new Map<string, Place[]>();
  for (const text of texts)
    for (let at = 0; at + seedLength <= text.length; at += seedLength) {
      const seed = text.slice(at, at + seedLength);
      const places = seeds.get(seed) ?? [];
      // A text that repeats itself has the same places again and again.
      if (places.length < mostPlaces) seeds.set(seed, [...places, { text, at }]);
    }
  return seeds;
}

const mostPlaces = 20;

function longestRun(text: string, at: number, earliest: number, places: readonly Place[]): Run | null {
  let longest: Run | null = null;
  for (const place of places) {
    let from = at;
    while (from > earliest && text[from - 1] === place.text[place.at - (at - from) - 1]) from--;
    let to = at + seedLength;
    while (to < text.length && text[to] === place.text[place.at + (to - at)]) to++;
    if (to - from >= shortestRun && to - from > (longest === null ? 0 : longest.to - longest.from))
      longest = { from, to };
  }
  return longest;
}
