/** Text annotations on rendered pages: the cases of `anchors`, rendered, selected in the page, edited, looked for again. */
import type { Browser } from 'playwright-core';

import type { TextRange } from '@annotate-mcp/core';

import { type AnchorCase, makeCases } from '../anchors/cases.ts';
import { readCorpus, reportFiles } from '../anchors/corpus.ts';
import { accuracyOf, overlapShare, rightOverlap, type Scored } from '../anchors/score.ts';
import type { Benchmark, Report } from '../benchmark.ts';
import { bundleForPage } from '../bundle-for-page.ts';
import { launchBrowser } from '../launch-browser.ts';
import { rounded, summarize } from '../samples.ts';

import { type Answer, ask, type Marked, type Question } from './in-page.ts';
import { longPage } from './long-page.ts';
import { overlayTexts } from './page-module.ts';

const cases = 600;
/** Another one than that of `anchors`: its report is no tuning of this one. */
const seed = 71_003;

export const texts: Benchmark = {
  name: 'texts',
  title: 'Text annotations on rendered pages: found again after an edit, or wrongly placed',
  run: async (report) => {
    const { documents } = readCorpus(reportFiles);
    const script = await bundleForPage(overlayTexts);
    const browser = await launchBrowser();
    try {
      report.progress(`${cases} edits of ${documents.length} rendered files`);
      await measure(browser, script, makeCases(documents, cases, seed), report);
      await longPage(browser, script, report);
    } finally {
      await browser.close();
    }
  },
};

async function measure(
  browser: Browser,
  script: string,
  made: Iterable<AnchorCase>,
  report: Report,
): Promise<void> {
  const page = await browser.newPage();
  // Pictures of a README are not part of its text.
  await page.route('**', (route) => route.abort());
  await page.setContent('<!doctype html><html lang="en"><body></body></html>');
  await page.evaluate(script);
  const answers: { kind: string; answer: Answer }[] = [];
  let unmarkable = 0;
  for (const one of made) {
    const answer = await page.evaluate(ask, questionOf(one));
    if (answer === null) unmarkable++;
    else answers.push({ kind: one.kind, answer });
  }
  report.progress(`${unmarkable} left out: a mark in their syntax would change what is rendered`);
  tell(report, answers);
}

function questionOf({ anchor, lastSeenText, text, expected }: AnchorCase): Question {
  return { before: marked(lastSeenText, anchor), after: marked(text, expected) };
}

function marked(plain: string, range: TextRange | null): Marked {
  if (range === null) return { plain, marked: null };
  const { start, end } = range;
  const inside = `\uE000${plain.slice(start, end)}\uE001`;
  return { plain, marked: plain.slice(0, start) + inside + plain.slice(end) };
}

function tell(report: Report, answers: readonly { kind: string; answer: Answer }[]): void {
  const rows = (['following', 'fresh'] as const).map((how) => {
    const {
      recall,
      precision,
      wrong,
      stale,
      deleted,
      cases: n,
    } = accuracyOf(answers.map(({ kind, answer }) => scored(kind, answer, how)));
    return { looked: words[how], n, deleted, ...inPercent({ recall, precision, wrong, stale }) };
  });
  report.table('rendered pages, in % (goal: recall 95, wrong 3)', rows);
  report.result('accuracy', rows);
  const kinds = Map.groupBy(answers, ({ kind }) => kind);
  const byKind = [...kinds].map(([kind, some]) => {
    const { recall, wrong, deleted } = accuracyOf(
      some.map(({ answer }) => scored(kind, answer, 'following')),
    );
    return { edit: kind, n: some.length, deleted, ...inPercent({ recall, wrong }) };
  });
  report.table(`by kind of edit, ${words.following}, in %`, byKind);
  const costs = [
    { what: 'the page is read', ...summarize(answers.map(({ answer }) => answer.readMs)) },
    { what: 'one text is found', ...summarize(answers.map(({ answer }) => answer.placeMs)) },
  ];
  report.table('ms in the page', costs);
  report.result('costs', costs);
}

const words = {
  following: 'the tab saw it before (also across a reload)',
  fresh: 'the tab never saw it (another browser)',
};

function scored(kind: string, answer: Answer, how: 'following' | 'fresh'): Scored {
  const { expected } = answer;
  const place = answer[how];
  const isRight = place !== null && expected !== null && overlapShare(expected, place) >= rightOverlap;
  const outcome = place === null ? 'stale' : isRight ? 'right' : 'wrong';
  return { kind, isDeleted: expected === null, outcome, cpu: 0 };
}

function inPercent<Key extends string>(shares: Record<Key, number>): Record<string, number> {
  return Object.fromEntries(
    Object.entries<number>(shares).map(([key, share]) => [key, rounded(share * 100)]),
  );
}
