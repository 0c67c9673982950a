/** Which figures of a run are better or worse than those of an earlier run on the same machine, beyond its noise. Pure. */
import type { BenchmarkRecord, BenchmarkRun, Noise, Table } from './record.ts';

export interface ComparedFigure {
  /** Benchmark, table, row and column. */
  what: string;
  before: number;
  now: number;
  /** How many times as good as before: 2 is twice as fast, or half as many bytes. */
  gain: number;
  verdict: 'better' | 'worse' | 'same';
}

export interface Comparison {
  figures: ComparedFigure[];
  /** Benchmarks without figures to compare, and why. */
  left: { name: string; why: string }[];
}

/** A figure that is worse by more than this share, and by more than the noise, fails the run. */
const mostLoss = 0.2;
/** Figures of time differ by this much from run to run on a quiet machine as well. */
const leastNoise = 0.1;
/** What is counted differs only when the program does. */
const countNoise = 0.005;

export function compareRuns(
  before: readonly (BenchmarkRecord | null)[],
  now: readonly BenchmarkRecord[],
): Comparison {
  const comparison: Comparison = { figures: [], left: [] };
  for (const { name, run, failure } of now) {
    const earlier = before.find((record) => record?.name === name)?.run;
    const why = whyNot(earlier, failure === undefined ? run : undefined);
    if (why !== null) comparison.left.push({ name, why });
    else if (earlier !== undefined && run !== undefined)
      comparison.figures.push(...figuresOf(name, earlier, run));
  }
  return comparison;
}

export function failsFor({ figures }: Comparison): ComparedFigure[] {
  return figures.filter(({ verdict, gain }) => verdict === 'worse' && 1 / gain > 1 + mostLoss);
}

/** One page: what is worse comes first. */
export function describeComparison(comparison: Comparison): string {
  const { figures, left } = comparison;
  const failing = new Set(failsFor(comparison));
  const listed = (verdict: ComparedFigure['verdict']) =>
    figures
      .filter((figure) => figure.verdict === verdict)
      .sort((a, b) => a.gain - b.gain)
      .map((figure) => `  ${failing.has(figure) ? '!' : ' '} ${describeFigure(figure)}`);
  const [worse, better] = [listed('worse'), listed('better')];
  const same = figures.length - worse.length - better.length;
  return [
    `Compared with the last committed results: ${worse.length} worse, ${better.length} better, ${same} the same within the noise.`,
    ...(worse.length > 0 ? [`Worse (! by more than ${mostLoss * 100} %):`, ...worse] : []),
    ...(better.length > 0 ? ['Better:', ...better] : []),
    ...(left.length > 0 ? ['Not compared:', ...left.map(({ name, why }) => `    ${name}: ${why}`)] : []),
  ].join('\n');
}

function describeFigure({ what, before, now, gain }: ComparedFigure): string {
  const percent = Math.round((gain > 1 ? gain - 1 : 1 / gain - 1) * 100);
  return `${what}: ${before} → ${now} (${percent} % ${gain > 1 ? 'better' : 'worse'})`;
}

function whyNot(before: BenchmarkRun | undefined, now: BenchmarkRun | undefined): string | null {
  if (now === undefined) return 'it failed';
  if (before === undefined) return 'there is no committed result';
  const machines = [before, now].map(({ machine }) => JSON.stringify(machine));
  return machines[0] === machines[1] ? null : 'the committed result is of another machine or Node';
}

function figuresOf(name: string, before: BenchmarkRun, now: BenchmarkRun): ComparedFigure[] {
  const noise = noiseBetween(before, now);
  return now.tables.flatMap((table) => {
    const earlier = before.tables.find(({ title }) => title === table.title);
    if (earlier === undefined) return [];
    const known = rowsByLabel(earlier);
    return [...rowsByLabel(table)].flatMap(([label, row]) =>
      comparedColumns(table).flatMap((column) => {
        const [was, is] = [known.get(label)?.[column], row[column]];
        if (typeof was !== 'number' || typeof is !== 'number') return [];
        const what = `${name}, ${table.title}: ${label}, ${column}`;
        return [compareFigure(what, was, is, column, noise)];
      }),
    );
  });
}

function compareFigure(
  what: string,
  before: number,
  now: number,
  column: string,
  noise: number,
): ComparedFigure {
  const gain = gainOf(before, now, moreIsBetter.test(column));
  const least = counted.test(column) ? countNoise : noise;
  const change = gain > 1 ? gain - 1 : 1 / gain - 1;
  const verdict = change <= least ? 'same' : gain > 1 ? 'better' : 'worse';
  return { what, before, now, gain, verdict };
}

function gainOf(before: number, now: number, isMoreBetter: boolean): number {
  if (before === now) return 1;
  return isMoreBetter ? now / before : before / now;
}

/** What the fixed task varied by within both runs and between them, which a figure of time may have varied by as well. */
function noiseBetween(before: BenchmarkRun, now: BenchmarkRun): number {
  const all: Noise[] = [before.noise.before, before.noise.after, now.noise.before, now.noise.after];
  const medians = all.map(({ p50 }) => p50);
  const between = Math.max(...medians) / Math.min(...medians) - 1;
  return Math.max(leastNoise, between, ...all.map(({ spread }) => spread));
}

const moreIsBetter = /recall|precision|right|per second|commits|by refs/;
const counted = /bytes|gzipped|tokens|characters|KB|calls/;
/** What describes the measurement, is computed from other columns, or is not ours. */
const notCompared =
  /^(n|p95|deleted|elements|budget|goal)$|at most|÷|ratio|share|times as fast|rewrite|whole document|its CPU|^without|for the model/;
const notOurs = /baseline|\bbare\b|^peer|^without\b|naive/i;

function comparedColumns({ rows: [first = {}] }: Table): string[] {
  const [label, ...others] = Object.keys(first);
  return others.filter((name) => name !== label && !notCompared.test(name));
}

/** By what is in the first column, and in others that have words. */
function rowsByLabel({ rows }: Table): Map<string, Table['rows'][number]> {
  const labelled = rows.map((row) => {
    const [[, first] = ['', ''], ...others] = Object.entries(row);
    const words = others.flatMap(([name, value]) =>
      typeof value === 'string' && value !== '–' && name !== 'goal' ? [value] : [],
    );
    return [[first, ...words].join(', '), row] as const;
  });
  return new Map(labelled.filter(([label]) => !notOurs.test(label)));
}
