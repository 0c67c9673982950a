/** Many annotations on one long page: what each look at it costs. */
import type { Browser, CDPSession, Page } from 'playwright-core';

import type { Report } from '../benchmark.ts';
import { rounded } from '../samples.ts';

const sections = 1_000;
const annotations = 500;
const rounds = 10;

export async function longPage(browser: Browser, script: string, report: Report): Promise<void> {
  report.progress(`${annotations} annotations on a page of ${sections} sections`);
  const page = await browser.newPage();
  await page.setContent(`<!doctype html><html lang="en"><body><main>${html()}</main></body></html>`);
  await page.evaluate(script);
  await page.evaluate(prepare, annotations);
  const cdp = await page.context().newCDPSession(page);
  // Thread time, which does not include other load on the machine.
  await cdp.send('Performance.enable', { timeDomain: 'threadTicks' });
  const rows = [];
  for (const { what, change } of changes) {
    await page.evaluate(look);
    rows.push({ what, 'ms of CPU': await costOf(page, cdp, change) });
  }
  const drawn = await page.evaluate(() => globalThis.__long.drawn());
  report.table(`${annotations} text annotations, ${sections * 5} elements: one look at the page`, rows);
  report.result('longPage', { drawn, rows });
  await page.close();
}

function html(): string {
  return Array.from(
    { length: sections },
    (_, n) =>
      `<section><h2>Chapter ${n}</h2><p>In chapter ${n} the <b>hero</b> of story ${n * 7} walks ${n * 13} miles to the river and back again, <i>slowly</i>.</p></section>`,
  ).join('\n');
}

async function costOf(page: Page, cdp: CDPSession, change: () => void): Promise<number> {
  let spent = 0;
  for (let round = 0; round < rounds; round++) {
    await page.evaluate(change);
    const before = await scriptSeconds(cdp);
    await page.evaluate(look);
    spent += (await scriptSeconds(cdp)) - before;
  }
  return rounded((spent * 1_000) / rounds);
}

async function scriptSeconds(cdp: CDPSession): Promise<number> {
  const { metrics } = await cdp.send('Performance.getMetrics');
  return metrics.find(({ name }) => name === 'TaskDuration')?.value ?? 0;
}

declare global {
  var __long: { look: () => void; drawn: () => number };
}

/** Runs in the page, as all below. */
function prepare(count: number): void {
  const { readPageText, describeAnchor, createTextPlacements } = globalThis.__texts;
  const { text } = readPageText(document);
  const list = Array.from({ length: count }, (_, n) => {
    const start = text.indexOf(`story ${n * 14} walks`);
    return {
      id: `${n}`,
      kind: 'text',
      pageUrl: location.href,
      anchor: describeAnchor(text, start, start + 20),
    };
  });
  const places = createTextPlacements(document, {
    recall: () => new Map<string, never>(),
    remember: () => undefined,
  });
  globalThis.__long = {
    look: () => void places.update(list),
    drawn: () => list.filter(({ id }) => places.rangesOf(id).length > 0).length,
  };
}

function look(): void {
  globalThis.__long.look();
}

const changes = [
  { what: 'nothing changed', change: () => undefined },
  {
    what: 'a word changed elsewhere',
    change: () => document.querySelector('section:last-child i')?.append('!'),
  },
  {
    what: 'something was put before all of them',
    change: () => document.querySelector('main')?.prepend('Something new. '),
  },
  {
    what: 'the whole page was rendered again',
    change: () => {
      const main = document.querySelector('main');
      if (main !== null) main.innerHTML = main.innerHTML.replace('hero', 'heroine');
      main?.getBoundingClientRect();
    },
  },
];
