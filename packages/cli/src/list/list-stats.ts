/** `annotate-mcp list --stats`: which agent did what. Each agent's line counts all that match, not only what is listed. */
import type { GlobalOptions } from '../cli-command.ts';
import { locateStore, openWithDocuments, using } from '../project-store.ts';
import type { Terminal } from '../terminal.ts';

import { type ListOptions, matchesIn } from './list.ts';
import { agentsTable, plainStats, statsTable } from './stats-table.ts';
import { type AnnotationStats, statsByAgent, statsOf } from './stats.ts';

export async function listStats(options: ListOptions & GlobalOptions, terminal: Terminal): Promise<void> {
  const store = await openWithDocuments(locateStore(options));
  const all: AnnotationStats[] = [];
  if (store !== null)
    await using(store, async (open) => {
      for await (const annotation of matchesIn(open, options)) all.push(statsOf(annotation));
    });
  const agents = statsByAgent(all);
  const annotations = all.slice(0, options.limit);
  const more = all.length > annotations.length;
  if (options.json === true) {
    terminal.print(JSON.stringify({ annotations, agents, more }, null, 2));
    return;
  }
  if (all.length === 0) {
    terminal.note('No annotation matches.');
    return;
  }
  const { colors, columns, isScreen } = terminal;
  const lines = isScreen ? statsTable(annotations, { columns, colors }) : annotations.map(plainStats);
  for (const line of lines) terminal.print(line);
  if (more) terminal.note(`More annotations match. Raise --limit (now ${options.limit}) to see them.`);
  // To stderr where a program reads the lines, which are about annotations.
  const show = isScreen ? terminal.print : terminal.note;
  show('');
  for (const line of agentsTable(agents, isScreen ? colors : terminal.noteColors)) show(line);
}
