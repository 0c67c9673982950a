import { contextAgreement, decidePlacement, listExactCopies } from '../decide-placement.ts';
import { examine, type Evidence } from '../evidence.ts';
import type { Placement, TextRange } from '../placement.ts';
import { canBeElsewhere, isNewText, type Search } from '../search.ts';
import { likelyWindows, likelyNewWindows, windowAt } from '../windows.ts';

/** The quote or what is left of it, among what is left of its context. */
export function byFuzzyQuote(search: Search): Placement | null {
  if (!canBeElsewhere(search)) return null;
  const { passage, text } = search;
  const exact = search.exactPlaces;
  const findings = windowsFor(search).map((window) => examine(passage, text.text, window));
  const edited = findings
    .map(({ place }) => place)
    .filter((place) => place !== null)
    .filter((place) => isNewText(search, place));
  const vacated = Math.max(0, ...findings.map((finding) => finding.vacated));
  const likely = [...exact, ...edited].filter((place) => outweighs(search, place, vacated));
  return decidePlacement(search, likely) ?? listExactCopies(search, exact);
}

/**
 * If the context stands without the quote, the quote was deleted or moved; a place with less of that context is as
 * likely a lookalike. Text that is new since the last seen version is not.
 */
function outweighs(search: Search, place: Evidence, vacated: number): boolean {
  return search.edit !== null || contextAgreement(search, place) > vacated;
}

export function windowsFor({ passage, text, near, anchor, edit }: Search): TextRange[] {
  const expected = near?.start ?? text.fromRaw(anchor.start) - passage.start;
  const windows =
    edit === null
      ? likelyWindows(passage, text.text, expected)
      : likelyNewWindows(passage, text.text, edit.newText(), expected);
  return near === null ? windows : [...windows, windowAt(passage, text.text, expected)];
}
