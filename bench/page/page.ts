/** The page with what all benchmarks found, from their records. Pure. */
import { findHeadlines, mainTable } from './headlines.ts';
import { drawPlot, show } from './plot.ts';
import { withRatio } from './ratios.ts';
import type { BenchmarkRecord, BenchmarkRun, Table } from './record.ts';

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

Each figure stands beside a baseline or another project's program, measured by turns on the same machine. A ratio says more than a time. Repeat them with \`npm run bench -- --all --peer\`.

All tables are in [bench/results](../bench/results), the code is in [bench](../bench).`;

function overview(records: readonly BenchmarkRecord[]): string {
  const rows = records.flatMap((record) =>
    findHeadlines(record).map(({ what, figure, other, otherFigure, goal }) => ({
      what: `${what} ([${record.name}](#${record.name}))`,
      us: show(figure),
      'baseline or peer':
        other === undefined || otherFigure === undefined ? '–' : `${show(otherFigure)}, ${other.name}`,
      '÷ us': otherFigure === undefined || figure === 0 ? '–' : show(otherFigure / figure),
      goal: goal ?? '–',
    })),
  );
  return `## Results\n\n${rows.length === 0 ? 'Nothing was run yet.' : markdownTable(rows)}`;
}

function noiseOf(records: readonly BenchmarkRecord[]): string {
  const heading = '## Noise';
  const runs = records.flatMap(({ name, run }) => (run === undefined ? [] : [{ name, run }]));
  if (runs.length === 0) return `${heading}\n\nNot measured yet.`;
  const machines = new Set(runs.map(({ run }) => describeMachine(run)));
  const all = runs.map(({ run }) => run);
  const rows = runs.map(({ name, run }) => ({
    benchmark: name,
    ...noiseColumns(run, fastestOn(run, all)),
  }));
  const busy = runs.filter(({ run }) => isBusy(run, fastestOn(run, all))).map(({ name }) => name);
  const warning =
    busy.length === 0
      ? []
      : [`The machine was busy during ${busy.join(', ')}: read the ratios there, and not the times.`];
  const explanation =
    'A fixed task of arithmetic runs before and after each benchmark. A slowdown is its slower median ÷ the fastest one of this table. A spread is slowest minus fastest round ÷ median. Differences below these mean nothing.';
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

function noiseColumns({ noise }: BenchmarkRun, fastest: number): Record<string, string> {
  const { before, after } = noise;
  return {
    slowdown: show(Math.max(before.p50, after.p50) / fastest),
    spread: `${Math.round(Math.max(before.spread, after.spread) * 100)} %`,
  };
}

function describeMachine({ machine }: BenchmarkRun): string {
  const { processor, cores, system, node } = machine;
  return `${processor}, ${cores} ${cores === 1 ? 'core' : 'cores'}, ${system}, Node ${node}`;
}

function describeRecord(record: BenchmarkRecord, plots: Map<string, string>): string {
  const { name, title, run, failure } = record;
  const parts = [`## ${name}`, `${title.charAt(0).toUpperCase()}${title.slice(1)}.`];
  if (failure !== undefined) {
    const older = run === undefined ? '' : ` The figures here are of ${minuteOf(run.at)}.`;
    parts.push(
      `The run of ${minuteOf(failure.at)} failed.${older}`,
      `\`\`\`text\n${failure.message.replaceAll('```', "'''").trim()}\n\`\`\``,
    );
  }
  const table = mainTable(record);
  if (run === undefined) {
    if (failure === undefined) parts.push(`Not run yet: \`npm run bench -- ${name} --page\``);
    return parts.join('\n\n');
  }
  if (table !== undefined) parts.push(...drawTable(withRatio(table), `${name}.svg`, plots));
  parts.push(
    `[All tables](../bench/results/${name}.json) of the run on ${minuteOf(run.at)}${run.peer ? ', with peers' : ''}.`,
  );
  return parts.join('\n\n');
}

function drawTable(table: Table, file: string, plots: Map<string, string>): string[] {
  const plot = drawPlot(table);
  if (plot === null) return [];
  plots.set(file, plot.svg);
  return [`![${escapeAlt(plot.heading)}](images/bench/${file})`];
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
