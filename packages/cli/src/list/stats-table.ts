/** Formats statistics as tables for people, or as tab-separated lines for programs. */
import { duration } from '../age.ts';
import { type Colors, printable } from '../terminal.ts';

import type { AgentStats, AnnotationStats } from './stats.ts';
import { padded, shortened, widthOf } from './width.ts';

const gap = '  ';
const filesWidth = 40;

export function statsTable(
  annotations: readonly AnnotationStats[],
  { columns, colors }: { columns: number; colors: Colors },
): string[] {
  const hasTokens = annotations.some(({ tokens }) => tokens !== null);
  const rows = annotations.map(({ id, status, agent, durationMs, files, tokens, text }) => [
    id.slice(0, 8),
    status,
    printable(agent ?? '–'),
    durationMs === null ? '–' : duration(durationMs),
    shortened(files.map(printable).join(', ') || '–', filesWidth),
    ...(hasTokens ? [String(tokens ?? '–')] : []),
    printable(text),
  ]);
  return aligned(
    [['id', 'status', 'agent', 'time', 'files', ...(hasTokens ? ['tokens'] : []), 'text'], ...rows],
    colors,
  ).map((line) => shortened(line, Math.max(60, columns)));
}

export function agentsTable(agents: readonly AgentStats[], colors: Colors): string[] {
  const rows = agents.map(({ agent, resolved, dismissed, open, medianMs, files, tokens }) => [
    printable(agent),
    String(resolved),
    String(dismissed),
    String(open),
    medianMs === null ? '–' : duration(medianMs),
    String(files),
    String(tokens ?? '–'),
  ]);
  return aligned(
    [['agent', 'resolved', 'dismissed', 'open', 'median time', 'files', 'tokens'], ...rows],
    colors,
  );
}

/** One line per annotation, with complete ids and times in milliseconds. */
export function plainStats({ id, status, agent, durationMs, files, tokens, text }: AnnotationStats): string {
  return [id, status, agent ?? '', String(durationMs ?? ''), files.join(','), String(tokens ?? ''), text]
    .map(printable)
    .join('\t');
}

/** Pads all columns but the last. The first row is the heading. */
function aligned(rows: readonly (readonly string[])[], colors: Colors): string[] {
  const widths = (rows[0] ?? []).map((_, column) =>
    Math.max(...rows.map((cells) => widthOf(cells[column] ?? ''))),
  );
  const lines = rows.map((cells) =>
    cells
      .map((cell, column) => padded(cell, widths[column] ?? 0))
      .join(gap)
      .trimEnd(),
  );
  return lines.map((line, index) => (index === 0 ? colors.dim(line) : line));
}
