import type { Benchmark, Report } from '../benchmark.ts';

import { makeCases } from './cases.ts';
import { readCorpus, reportFiles } from './corpus.ts';
import { measureLongDocument } from './long-document.ts';
import { matchers, ours, oursByRecord, type Matcher } from './matchers.ts';
import { cpuOf, percentile } from './measure.ts';
import { accuracyOf, outcomeOf, rightOverlap, type Accuracy, type Scored } from './score.ts';

const cases = 3500;
/** Not used for tuning: thresholds are set with seeds 1 to 9 on `tuningFiles`, which are not in this report. */
const seed = 20_260;

export const anchors: Benchmark = {
  name: 'anchors',
  title: 'Anchors in edited Markdown: found again, or wrongly placed',
  run: async (report) => {
    const { documents, missing } = readCorpus(reportFiles);
    if (missing.length > 0) report.progress(`Not installed, so not measured: ${missing.join(', ')}`);
    report.progress(`${cases} edits of ${documents.length} files, right from an overlap of ${rightOverlap}`);
    const scored = new Map(matchers.map((matcher): [Matcher, Scored[]] => [matcher, []]));
    for (const made of makeCases(documents, cases, seed)) {
      for (const [matcher, list] of scored) {
        const { value, cpu } = cpuOf(() => matcher.place(made));
        list.push({
          kind: made.kind,
          isDeleted: made.expected === null,
          outcome: outcomeOf(made, value),
          cpu,
        });
      }
    }
    reportMatchers(report, scored);
    reportKinds(report, scored);
    const rows = measureLongDocument(documents, seed);
    report.table('1 MB of text: CPU ms for each anchor', withRatio(rows));
    report.result('missIn1MB', rows);
  },
};

function reportMatchers(report: Report, scored: ReadonlyMap<Matcher, readonly Scored[]>): void {
  const [baseline] = [...scored.values()].map((list) => mean(list.map(({ cpu }) => cpu)));
  const rows = [...scored].map(([{ name }, list]) => {
    const cpu = list.map((one) => one.cpu);
    return {
      matcher: name,
      n: list.length,
      ...inPercent(accuracyOf(list)),
      'p50 µs': percentile(cpu, 0.5),
      'p95 µs': percentile(cpu, 0.95),
      'CPU ratio': Math.round(mean(cpu) / (baseline ?? 1)),
    };
  });
  report.table('All edits, in % (ratio of mean CPU to indexOf)', rows);
  report.result(
    'accuracy',
    Object.fromEntries([...scored].map(([{ name }, list]) => [name, accuracyOf(list)])),
  );
}

function reportKinds(report: Report, scored: ReadonlyMap<Matcher, readonly Scored[]>): void {
  for (const [matcher, list] of scored) {
    const kinds = Map.groupBy(list, ({ kind }) => kind);
    const rows = [...kinds].map(([kind, some]) => ({
      edit: kind,
      n: some.length,
      ...inPercent(accuracyOf(some)),
    }));
    report.table(`${matcher.name}: by kind of edit, in %`, rows);
    if (matcher === ours) report.result('byKind', rows);
    if (matcher === oursByRecord) report.result('byKindFromRecord', rows);
  }
}

/** Recall is undefined when all targets are deleted. */
function inPercent(accuracy: Accuracy): Record<string, string | number> {
  const { deleted, recall, precision, wrong, offered, ambiguous, stale } = accuracy;
  const percent = (share: number) => Math.round(share * 1000) / 10;
  return {
    deleted,
    recall: deleted === accuracy.cases ? '' : percent(recall),
    precision: deleted === accuracy.cases ? '' : percent(precision),
    wrong: percent(wrong),
    offered: percent(offered),
    ambiguous: percent(ambiguous),
    stale: percent(stale),
  };
}

function withRatio(rows: ReturnType<typeof measureLongDocument>): Record<string, string | number>[] {
  const baseline = rows[0]?.p50 ?? 1;
  return rows.map((row) => ({
    ...row,
    'ratio to quote scoring': Math.round((row.p50 / baseline) * 100) / 100,
  }));
}

function mean(numbers: readonly number[]): number {
  return numbers.reduce((sum, number) => sum + number, 0) / Math.max(1, numbers.length);
}
