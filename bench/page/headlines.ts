/** The overview's figures: which row of which table stands for a benchmark. Pure. */
import type { BenchmarkRecord, BenchmarkRun, Table } from './record.ts';

interface Headline {
  readonly what: string;
  /** Beginning of the table's title. */
  readonly table: string;
  readonly us: Figure;
  readonly other?: Figure & { readonly name: string };
  readonly goal?: string;
}

interface Figure {
  /** Beginning of the row's texts, joined by blanks. */
  readonly row: string;
  readonly column: string;
}

const p50 = (row: string): Figure => ({ row, column: 'p50' });

export const headlines: Readonly<Record<string, readonly Headline[]>> = {
  anchors: [
    {
      what: 'a comment at a wrong place after an edit, %',
      table: 'All edits',
      us: { row: 'ours, last seen text', column: 'wrong' },
      other: { name: 'quote scoring', row: 'quote scoring', column: 'wrong' },
    },
  ],
  browser: [
    {
      what: 'a click through MCP, ms',
      table: 'click',
      us: p50('annotate-mcp'),
      other: { name: '@playwright/mcp', ...p50('peer: @playwright/mcp') },
    },
    {
      what: 'a snapshot of 2,000 elements, characters',
      table: 'snapshot',
      us: { row: 'annotate-mcp', column: 'characters' },
      other: { name: 'chrome-devtools-mcp', row: 'peer: chrome-devtools-mcp', column: 'characters' },
    },
    {
      what: 'tasks done by refs, of 55',
      table: 'all 55 tasks',
      us: { row: 'annotate-mcp', column: 'by refs' },
      other: { name: '@playwright/mcp', row: '@playwright/mcp', column: 'by refs' },
    },
  ],
  delivery: [
    {
      what: 'comment → waiting agent, 10,000 stored, ms',
      table: 'with 10000 annotations',
      us: p50('add() called'),
      other: { name: 'polling every 500 ms', ...p50('baseline: a reader that polls') },
    },
    {
      what: 'page sends → agent has it, ms',
      table: 'a comment through the socket',
      us: p50('page sends → watch_annotations returned a process'),
      other: { name: 'hub in the dev server', ...p50('page sends → watch_annotations returned the dev') },
    },
  ],
  'dev-server': ['React, React Router', 'Next 16, Turbopack'].map((app) => ({
    what: `start of ${app}, ms`,
    table: 'Medians of',
    us: { row: `${app} start until the first page`, column: 'with' },
    other: { name: 'without annotate', row: `${app} start until the first page`, column: 'without' },
  })),
  growth: [
    {
      what: 'a first list from 100,000 open comments, ms of CPU',
      table: 'an agent’s first call',
      us: { row: '', column: 'get_all_pending' },
    },
  ],
  look: [
    {
      what: '`look_at` with a picture, ms',
      table: 'through MCP',
      us: p50('look_at, the same with its picture'),
      other: { name: 'chrome-devtools-mcp, screenshot', ...p50('peer: chrome-devtools-mcp') },
    },
  ],
  markdown: [
    {
      what: 'first frame of 1 MB, ms',
      table: 'text → first frame',
      us: { row: '1 MB', column: 'p50 ms' },
      other: { name: 'innerHTML', row: '1 MB', column: 'whole document by innerHTML, p50 ms' },
    },
  ],
  overlay: [
    {
      what: 'commit → badge, ms',
      table: 'commit → badge',
      us: p50('store.update() called'),
      other: { name: 'asking every 2 s', ...p50('baseline: a page that asks') },
      goal: '20',
    },
    {
      what: 'a pointer move on 10,000 elements, ms',
      table: 'ms for a pointer move',
      us: { row: 'overlay inspecting', column: 'main thread, all' },
      other: { name: 'a bare outline', row: 'baseline: a div', column: 'main thread, all' },
      goal: '16.7',
    },
  ],
  start: [
    {
      what: 'spawn → `initialize` answered, ms',
      table: 'milliseconds',
      us: p50('annotate-mcp'),
      other: { name: 'agentation-mcp', ...p50('peer: agentation-mcp') },
    },
  ],
  store: [
    {
      what: 'a change in another process, ms',
      table: 'from one process to another',
      us: p50('sqlite'),
      other: { name: 'rewriting a file', ...p50('rewrite of 1000') },
    },
    {
      what: '8 processes write 200 each, s',
      table: '8 processes',
      us: { row: 'a comment on a page', column: 'sqlite' },
      other: { name: '`json:` store', row: 'a comment on a page', column: 'json' },
    },
  ],
  team: [
    {
      what: '200 pages: a comment on a page, ms',
      table: '200 pages',
      us: p50('→ a page has it'),
      other: { name: 'a bare broadcast', ...p50('bare: broadcast') },
    },
  ],
  texts: [
    {
      what: 'commented text at a wrong place, %',
      table: 'rendered pages',
      us: { row: 'the tab saw it before', column: 'wrong' },
      goal: '3',
    },
    {
      what: 'commented text found again, %',
      table: 'rendered pages',
      us: { row: 'the tab saw it before', column: 'recall' },
      goal: '95',
    },
  ],
  tools: [
    {
      what: 'the tool list for annotations, tokens',
      table: 'together',
      us: { row: 'annotations', column: 'tokens' },
      goal: '3,000',
    },
    {
      what: 'the tool list for documents, tokens',
      table: 'together',
      us: { row: 'markdown', column: 'tokens' },
      goal: '900',
    },
  ],
  work: [
    {
      what: 'comment → prompt of a running agent, ms',
      table: 'milliseconds',
      us: p50('add() called'),
    },
  ],
};

interface FoundHeadline extends Headline {
  readonly figure: number;
  readonly otherFigure?: number;
}

/** Those whose tables and rows are in the run; the others have names that the benchmark does not use any more. */
export function findHeadlines({ name, run }: BenchmarkRecord): FoundHeadline[] {
  if (run === undefined) return [];
  return (headlines[name] ?? []).flatMap((headline) => {
    const figure = figureIn(run, headline.table, headline.us);
    if (figure === null) return [];
    const other = headline.other && figureIn(run, headline.table, headline.other);
    return [{ ...headline, figure, ...(typeof other === 'number' && { otherFigure: other }) }];
  });
}

/** The table that the first headline is about, else the first one. */
export function mainTable({ name, run }: BenchmarkRecord): Table | undefined {
  const title = headlines[name]?.[0]?.table ?? '';
  return run?.tables.find((table) => table.title.startsWith(title));
}

function figureIn(run: BenchmarkRun, title: string, { row, column }: Figure): number | null {
  const rows = run.tables.find((table) => table.title.startsWith(title))?.rows ?? [];
  // Where rows differ by a number only, the last one is the largest.
  const found = row === '' ? rows.at(-1) : rows.find((each) => textsOf(each).startsWith(row));
  const figure = found?.[column];
  return typeof figure === 'number' ? figure : null;
}

function textsOf(row: Table['rows'][number]): string {
  return Object.values(row)
    .filter((value) => typeof value === 'string')
    .join(' ');
}
