import type { Browser } from 'playwright-core';

import type { Benchmark, Report } from '../benchmark.ts';
import { launchBrowser } from '../launch-browser.ts';
import { describeGoal, fewestPairs, type Pair, ratioOf, rounded, summarize } from '../samples.ts';
import { installApp } from '../sources/dev-app.ts';
import { setups } from '../sources/setups.ts';

import { installPackages } from './install-packages.ts';
import {
  loadsOfRun,
  measureApp,
  type MeasuredApp,
  measureStart,
  type Run,
  type Times,
  type Variant,
} from './measure-app.ts';

const rounds = Math.ceil(fewestPairs / loadsOfRun);
/** Of what is loaded until `DOMContentLoaded`, and of a start of Next. */
const goals = { loads: 1.03, starts: 1.05 };

/** The apps, and the file in which the text of the heading is edited. */
const measured: readonly { readonly name: string; readonly file: string }[] = [
  { name: 'React, React Router', file: 'src/App.tsx' },
  { name: 'Vue, Vue Router', file: 'src/views/KindsView.vue' },
  { name: 'SvelteKit 2', file: 'src/routes/kinds/+page.svelte' },
  { name: 'Next 16, Turbopack', file: 'app/kinds/page.tsx' },
];

/** One pair of runs, shortly after each other. */
type Round = Readonly<Record<Variant, Run>>;

/**
 * Both variants of an app take turns, so that what else the machine does meets both. `ANNOTATE_BENCH_SETUPS` is a
 * regular expression for the names of the apps.
 */
export const devServer: Benchmark = {
  name: 'dev-server',
  title: 'how long a dev server takes to start and a change to arrive in the page, with and without annotate',
  async run(report) {
    await using browser = await launchBrowser();
    const rows: Record<string, string | number>[] = [];
    const compared: Record<string, string | number>[] = [];
    const wanted = new RegExp(process.env.ANNOTATE_BENCH_SETUPS ?? '');
    for (const { name, file } of measured.filter((each) => wanted.test(each.name))) {
      const setup = setups.find((each) => each.name === name);
      if (setup === undefined) throw new Error(`There is no set-up ${name}.`);
      const app = { setup, file };
      const found = await measureRounds(app, browser, report);
      compared.push(comparedRow(name, 'DOMContentLoaded', pairsOfLoads(found), goals.loads));
      if (name.startsWith('Next'))
        compared.push(comparedRow(name, titles.start, await measureStarts(app, report), goals.starts));
      rows.push(...kinds.map((kind) => rowOf(name, kind, found)));
      report.progress(`${name}: ${rows.slice(-kinds.length).map(describeRow).join('; ')}`);
    }
    report.table(
      `Medians of ${rounds} rounds, in ms where nothing else is said; the ratio is the median of those of the rounds`,
      rows,
    );
    report.result('times', rows);
    report.table(
      `${fewestPairs} pairs that took turns, p50 in ms, and the ratio with its 95 % interval`,
      compared,
    );
    report.result('compared', compared);
  },
};

async function measureRounds(app: MeasuredApp, browser: Browser, report: Report): Promise<readonly Round[]> {
  const { name } = app.setup;
  installPackages(await installApp(app.setup, report.progress));
  report.progress(`${name}: a first round, which fills the caches of the system and of Node`);
  await measureRound(app, 0, browser);
  const found: Round[] = [];
  for (let round = 1; round <= rounds; round++) {
    report.progress(`${name}: round ${round} of ${rounds}`);
    found.push(await measureRound(app, round, browser));
  }
  return found;
}

async function measureRound(app: MeasuredApp, round: number, browser: Browser): Promise<Round> {
  if (round % 2 === 0) {
    const ours = await measureApp(app, 'with', browser);
    return { with: ours, without: await measureApp(app, 'without', browser) };
  }
  const theirs = await measureApp(app, 'without', browser);
  return { with: await measureApp(app, 'with', browser), without: theirs };
}

function pairsOfLoads(found: readonly Round[]): Pair[] {
  return found.flatMap(({ with: ours, without }) =>
    ours.loads.map((load, index) => ({ ours: load, baseline: without.loads[index] ?? NaN })),
  );
}

async function measureStarts(app: MeasuredApp, report: Report): Promise<Pair[]> {
  const pairs: Pair[] = [];
  while (pairs.length < fewestPairs) {
    report.progress(`${app.setup.name}: start ${pairs.length + 1} of ${fewestPairs}`);
    const isOursFirst = pairs.length % 2 === 0;
    const first = await measureStart(app, isOursFirst ? 'with' : 'without');
    const second = await measureStart(app, isOursFirst ? 'without' : 'with');
    pairs.push(isOursFirst ? { ours: first, baseline: second } : { ours: second, baseline: first });
  }
  return pairs;
}

function comparedRow(app: string, what: string, pairs: readonly Pair[], goal: number) {
  const ratio = ratioOf(pairs);
  return {
    app,
    what,
    with: summarize(pairs.map(({ ours }) => ours)).p50,
    without: summarize(pairs.map(({ baseline }) => baseline)).p50,
    ratio: rounded(ratio.value),
    'at least (95 %)': rounded(ratio.low),
    'at most (95 %)': rounded(ratio.high),
    goal: describeGoal(ratio, goal),
  };
}

const titles: Record<keyof Times, string> = {
  start: 'start until the first page',
  starting: 'processor time of that start',
  show: 'that page until a browser shows it',
  showing: 'processor time until all of it is loaded',
  update: 'change until it is in the page',
  updating: 'processor time of a change',
  memory: 'memory of the dev server itself (MB)',
};
const kinds = ['start', 'starting', 'show', 'showing', 'update', 'updating', 'memory'] as const;

function rowOf(app: string, what: keyof Times, found: readonly Round[]) {
  const ratios = found.map((round) => round.with.times[what] / round.without.times[what]);
  return {
    app,
    what: titles[what],
    with: summarize(found.map((round) => round.with.times[what])).p50,
    without: summarize(found.map((round) => round.without.times[what])).p50,
    ratio: summarize(ratios).p50,
    'lowest ratio': rounded(Math.min(...ratios)),
    'highest ratio': rounded(Math.max(...ratios)),
  };
}

function describeRow({ what, with: ours, without, ratio }: Record<string, string | number>): string {
  return `${what} ${ours} beside ${without} (${ratio})`;
}
