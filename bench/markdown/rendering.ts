/** First paint and selection mapping, each beside a simple implementation. */
import type { Browser, CDPSession, Page } from 'playwright-core';

import type { Report } from '../benchmark.ts';
import { bundleForPage } from '../bundle-for-page.ts';
import { rounded, summarize } from '../samples.ts';

import { type Document, documents } from './documents.ts';
import { mapDocument, mapSelection, showAtOnce, showInPane } from './in-page.ts';
import { documentPane } from './page-module.ts';

const rounds = 5;
const selections = 40;

export async function rendering(browser: Browser, report: Report): Promise<void> {
  const script = await bundleForPage(documentPane);
  const page = await browser.newPage({ viewport: { width: 1280, height: 800 } });
  await page.setContent('<!doctype html><html lang="en"><body class="nga-root"><main></main></body></html>');
  await page.evaluate(script);
  await page.evaluate(() => globalThis.__markdown.adoptViewStyles());
  const cdp = await page.context().newCDPSession(page);
  // Thread time, which does not include other load on the machine.
  await cdp.send('Performance.enable', { timeDomain: 'threadTicks' });
  const paints = [];
  const maps = [];
  for (const document of documents) {
    report.progress(`${document.name}: first paint and ${selections} selections`);
    paints.push(await paint(page, cdp, document));
    maps.push(await select(page, cdp, document));
  }
  report.table('text → first frame with it, ms', paints);
  report.result('firstPaint', paints);
  report.table('selection → its place in the source, ms', maps);
  report.result('selection', maps);
  await page.close();
}

async function paint(page: Page, cdp: CDPSession, { name, text }: Document) {
  const own = await repeated(page, cdp, showInPane, text);
  const whole = await repeated(page, cdp, showAtOnce, text);
  return {
    document: name,
    'p50 ms': own.p50,
    'CPU ms': own.cpu,
    'whole document by innerHTML, p50 ms': whole.p50,
    'its CPU ms': whole.cpu,
    'times as fast': rounded(whole.cpu / own.cpu),
  };
}

async function repeated(
  page: Page,
  cdp: CDPSession,
  show: (text: string) => Promise<number>,
  text: string,
): Promise<{ p50: number; cpu: number }> {
  // The first call includes compilation and is not counted.
  await page.evaluate(show, text.slice(0, 20_000));
  const samples: number[] = [];
  const costs: number[] = [];
  for (let round = 0; round < rounds; round++) {
    const before = await busySeconds(cdp);
    samples.push(await page.evaluate(show, text));
    costs.push(((await busySeconds(cdp)) - before) * 1_000);
  }
  return { p50: summarize(samples).p50, cpu: summarize(costs).p50 };
}

async function busySeconds(cdp: CDPSession): Promise<number> {
  const { metrics } = await cdp.send('Performance.getMetrics');
  return metrics.find(({ name }) => name === 'TaskDuration')?.value ?? 0;
}

/** Each selection is in another block, because a block caches its mapping. */
async function select(page: Page, cdp: CDPSession, { name, text }: Document) {
  await page.evaluate(showInPane, text);
  const stages = text.match(/^## /gm)?.length ?? 0;
  const samples: number[] = [];
  for (let index = 0; index < selections; index++) {
    const stage = 1 + Math.floor((index * (stages - 1)) / selections);
    const near = `On day ${stage} the`;
    const ms = await page.evaluate(mapSelection, { near, words: `${stage * 31} people did the same` });
    if (ms === null) throw new Error(`The selection in stage ${stage} of ${name} was not mapped exactly.`);
    samples.push(ms);
  }
  const whole: number[] = [];
  for (let round = 0; round < 3; round++) {
    const before = await busySeconds(cdp);
    await page.evaluate(mapDocument, text);
    whole.push(((await busySeconds(cdp)) - before) * 1_000);
  }
  const { n, p50, p95 } = summarize(samples);
  const baseline = summarize(whole).p50;
  return {
    document: name,
    n,
    p50,
    p95,
    'whole document by micromark, CPU': baseline,
    'times as fast': rounded(baseline / p50),
  };
}
