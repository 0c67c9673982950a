/** Resolves a git conflict in the file of a JSON store: both sides are kept. */
import { readFileSync } from 'node:fs';
import { dirname, resolve } from 'node:path';

import { replaceFile } from '../../files/replace-file.ts';
import { openRecordSealer } from '../../trust/record-sealer.ts';

import { collectEntries, type Entry } from './entries.ts';
import { formatContent, hasConflictMarkers, type JsonContent, parseContent } from './json-format.ts';

export interface ResolvedConflicts {
  /** How many annotations the file has now. */
  annotations: number;
  /** How many of them both sides had, in different versions. */
  combined: number;
}

/** `null` when the file has no conflict markers; it is then left as it is, as one that cannot be read is. */
export function resolveConflicts(file: string): ResolvedConflicts | null {
  const text = readFileSync(file, 'utf8');
  if (!hasConflictMarkers(text)) return null;
  const sealer = openRecordSealer({ repository: dirname(resolve(file)) });
  const [ours, theirs] = (['ours', 'theirs'] as const).map(
    (side) => parseContent(sideOf(text, side), file, new Map(), sealer).content,
  );
  if (ours === undefined || theirs === undefined) return null;
  const entries = [...entriesOf(ours), ...entriesOf(theirs)];
  const both = { ...collectEntries(entries), header: { ...theirs.header, ...ours.header } };
  const unreadable = new Map(both.unreadableLines.map((each) => [each.line, each]));
  replaceFile(file, formatContent({ ...both, unreadableLines: [...unreadable.values()] }, sealer));
  return { annotations: both.records.size, combined: countCombined(ours, theirs) };
}

/** The text as it is on one side: everything outside the conflicts, and this side of each. */
function sideOf(text: string, side: 'ours' | 'theirs'): string {
  let section: 'both' | 'ours' | 'base' | 'theirs' = 'both';
  const lines = text.split('\n').filter((line) => {
    const next = sectionAfter(line, section);
    const isMarker = next !== null;
    section = next ?? section;
    return !isMarker && (section === 'both' || section === side);
  });
  return lines.join('\n');
}

/** The section that a marker begins; `null` for a line that is none. */
function sectionAfter(line: string, section: string): 'both' | 'ours' | 'base' | 'theirs' | null {
  if (section === 'both') return line.startsWith('<<<<<<< ') ? 'ours' : null;
  if (line.startsWith('||||||| ')) return 'base';
  if (/^={7}\r?$/.test(line)) return 'theirs';
  return line.startsWith('>>>>>>> ') ? 'both' : null;
}

function entriesOf({ records, deletions, unreadableLines }: JsonContent): Entry[] {
  return [
    ...[...records.values()].map((record): Entry => ({ type: 'record', record })),
    ...[...deletions.values()].map((deletion): Entry => ({ type: 'deleted', deletion })),
    ...unreadableLines.map((unreadable): Entry => ({ type: 'unreadable', unreadable })),
  ];
}

function countCombined(ours: JsonContent, theirs: JsonContent): number {
  const textOf = ({ records }: JsonContent, id: string) => JSON.stringify(records.get(id)?.annotation);
  return [...ours.records.keys()].filter(
    (id) => theirs.records.has(id) && textOf(ours, id) !== textOf(theirs, id),
  ).length;
}
