/** The page with what all benchmarks found, from their records. Pure. */
import { drawPlot, show } from './plot.ts';
import { withRatio } from './ratios.ts';
import type { BenchmarkRecord, BenchmarkRun, Noise, Table } from './record.ts';

export interface BenchmarkPage {
  markdown: string;
  /** The plots by file name. */
  plots: Map<string, string>;
}

/** One for each benchmark; one without a run and a failure was never run. */
export function writePage(records: readonly BenchmarkRecord[]): BenchmarkPage {
  const plots = new Map<string, string>();
  const sections = records.map((record) => describeRecord(record, plots));
  const markdown = [introduction, overview(records), noiseOf(records), ...sections].join('\n\n');
  return { markdown: `${markdown}\n`, plots };
}

const introduction = `# Benchmarks

Written by \`npm run bench -- --all\`, which runs every benchmark beside a baseline in the same run, and with \`--peer\` beside other projects' programs, which it installs for that. A ratio says more than a time: subject and baseline take turns on the same machine. The records are in [bench/results](../bench/results); the code of each benchmark is in [bench](../bench).

\`npm run bench -- start tools --page\` runs only these and keeps the rest of this page. \`npm run bench -- --page\` writes it again without running anything.`;

function overview(records: readonly BenchmarkRecord[]): string {
  const rows = records.map(({ name, title, run, failure }) => ({
    benchmark: `[${name}](#${name})`,
    measures: title,
    'last run': run === undefined ? 'not run yet' : `${minuteOf(run.at)}${run.peer ? ', with peers' : ''}`,
    seconds: run === undefined ? '–' : String(Math.round(run.seconds)),
    result: failure === undefined ? (run === undefined ? '–' : 'ok') : `failed ${minuteOf(failure.at)}`,
  }));
  return `## What was run, and when\n\n${markdownTable(rows)}`;
}

function noiseOf(records: readonly BenchmarkRecord[]): string {
  const heading = '## How quiet the machine was';
  const runs = records.flatMap(({ name, run }) => (run === undefined ? [] : [{ name, run }]));
  if (runs.length === 0) return `${heading}\n\nNothing was run yet.`;
  const machines = new Set(runs.map(({ run }) => describeMachine(run)));
  const all = runs.map(({ run }) => run);
  const rows = runs.map(({ name, run }) => ({
    benchmark: name,
    ...noiseColumns('before', run.noise.before, fastestOn(run, all)),
    ...noiseColumns('after', run.noise.after, fastestOn(run, all)),
  }));
  const busy = runs.filter(({ run }) => isBusy(run, fastestOn(run, all))).map(({ name }) => name);
  const warning =
    busy.length === 0
      ? []
      : [`The machine was busy during ${busy.join(', ')}: read the ratios there, and not the times.`];
  const explanation =
    'A fixed task of arithmetic runs before and after each benchmark. Its median beside the fastest one of this table says how much other work slowed the machine down; its spread, slowest minus fastest round ÷ median, says how steady it was. A difference between two times that is smaller than that means nothing.';
  return [heading, `${[...machines].join('; ')}.`, explanation, ...warning, markdownTable(rows)].join('\n\n');
}

/** The median of the fixed task in the quietest moment of the same machine. */
function fastestOn(run: BenchmarkRun, all: readonly BenchmarkRun[]): number {
  const same = all.filter((other) => describeMachine(other) === describeMachine(run));
  return Math.min(...same.flatMap(({ noise }) => [noise.before.p50, noise.after.p50]));
}

/** A quiet machine stays below both. */
const mostSlowdown = 1.2;
const mostSpread = 0.3;

function isBusy({ noise }: BenchmarkRun, fastest: number): boolean {
  return [noise.before, noise.after].some(
    ({ p50, spread }) => p50 / fastest > mostSlowdown || spread > mostSpread,
  );
}

function noiseColumns(when: string, { p50, spread }: Noise, fastest: number): Record<string, string> {
  return {
    [`${when}: p50 ms`]: show(p50),
    [`${when}: ÷ fastest`]: show(p50 / fastest),
    [`${when}: spread`]: `${Math.round(spread * 100)} %`,
  };
}

function describeMachine({ machine }: BenchmarkRun): string {
  const { processor, cores, system, node } = machine;
  return `${processor}, ${cores} ${cores === 1 ? 'core' : 'cores'}, ${system}, Node ${node}`;
}

function describeRecord({ name, title, run, failure }: BenchmarkRecord, plots: Map<string, string>): string {
  const parts = [`## ${name}`, `${title.charAt(0).toUpperCase()}${title.slice(1)}.`];
  if (failure !== undefined) {
    const older = run === undefined ? '' : ` The figures below are of ${minuteOf(run.at)}.`;
    parts.push(
      `The run of ${minuteOf(failure.at)} failed.${older}`,
      `\`\`\`text\n${failure.message.replaceAll('```', "'''").trim()}\n\`\`\``,
    );
  }
  if (run === undefined) {
    if (failure === undefined) parts.push(`Not run yet: \`npm run bench -- ${name} --page\``);
    return parts.join('\n\n');
  }
  for (const [index, table] of run.tables.map(withRatio).entries()) {
    parts.push(describeTable(table, `${name}-${index + 1}.svg`, plots));
  }
  return parts.join('\n\n');
}

function describeTable(table: Table, file: string, plots: Map<string, string>): string {
  const rows = table.rows.map((row) =>
    Object.fromEntries(
      Object.entries(row).map(([name, value]) => [
        name,
        typeof value === 'number' ? show(value) : (value ?? '–'),
      ]),
    ),
  );
  const plot = drawPlot(table);
  if (plot !== null) plots.set(file, plot.svg);
  const picture = plot === null ? [] : [`![${escapeAlt(plot.alt)}](images/bench/${file})`];
  return [`**${escapeCell(table.title)}**`, markdownTable(rows), ...picture].join('\n\n');
}

/** All rows may not have the same columns. */
function markdownTable(rows: readonly Record<string, string>[]): string {
  const names = [...new Set(rows.flatMap((row) => Object.keys(row)))];
  const line = (cells: readonly string[]) => `| ${cells.map(escapeCell).join(' | ')} |`;
  return [
    line(names),
    `| ${names.map(() => '---').join(' | ')} |`,
    ...rows.map((row) => line(names.map((name) => row[name] ?? '–'))),
  ].join('\n');
}

function escapeCell(text: string): string {
  return text.replace(/[|<]/g, '\\$&').replace(/\s+/g, ' ');
}

function escapeAlt(text: string): string {
  return text.replace(/[[\]<]/g, '\\$&').replace(/\s+/g, ' ');
}

function minuteOf(at: string): string {
  return `${at.slice(0, 16).replace('T', ' ')} UTC`;
}
