/** An agent looks at a page and clicks: how long does each step take it, and how much does it have to read? */
import { setTimeout } from 'node:timers/promises';

import type { Benchmark, Report } from '../benchmark.ts';
import { rounded, summarize } from '../samples.ts';

import { viewport } from './chromium.ts';
import { startOurs } from './ours.ts';
import { elements, servePage } from './page.ts';
import { peers, startPeer } from './peers.ts';
import { checkPicture } from './picture.ts';
import { startRawProtocol } from './raw-protocol.ts';
import { type Operation, operations, type Subject } from './subject.ts';
import { compareTasks } from './tasks/index.ts';

const rounds = 40;
const warmUp = 3;
/** Rounds for one subject and operation; slow ones get fewer. */
const limitMs = 15_000;
/**
 * Chrome draws every 17 ms, and a picture is ready some frames after the next one. Without pauses of different lengths,
 * each subject would begin at the same point between two frames every time, which is worth up to 17 ms.
 */
const mostPauseMs = 50;

export const browser: Benchmark = {
  name: 'browser',
  title:
    'driving a page through MCP over stdio, unless another way is named (with --peer beside @playwright/mcp and chrome-devtools-mcp, and with tasks)',
  run: async (report, { peer }) => {
    await using page = await servePage();
    await using started = new AsyncDisposableStack();
    const subjects: Subject[] = [];
    const take = (subject: Subject): void => void subjects.push(started.use(subject));
    report.progress('starting annotate-mcp serve, and Chromium with the extension');
    (await startOurs(page.url)).forEach(take);
    take(await startRawProtocol(page.url));
    for (const each of peer ? peers : []) {
      report.progress(`starting ${each.name}`);
      try {
        take(await startPeer(each, page.url, report.progress));
      } catch (error) {
        // Without a network there are still ours and the baseline.
        const [why = ''] = String(error).split('\n');
        report.progress(`without ${each.name}: ${why}`);
      }
    }
    await measure(subjects, report);
    if (peer) await compareTasks(report);
  },
};

/** What is the same for all of them, and what is not. */
const details: Partial<Record<Operation, string>> = {
  screenshot: `, as JPEG of ${viewport.width} × ${viewport.height} pixels in quality 80, that of @playwright/mcp in 90, which it does not let choose`,
};

async function measure(subjects: readonly Subject[], report: Report): Promise<void> {
  for (const operation of operations) {
    report.progress(operation);
    if (operation === 'screenshot') await checkPictures(subjects);
    const title = `${operation}, on ${elements} elements${details[operation] ?? ''} (ms, and characters of the answer)`;
    report.result(operation, await compare(subjects, (subject) => subject.does[operation], title, report));
    if (operation === 'click') await checkClicks(subjects);
  }
  const [ours] = subjects;
  const readers = subjects.filter((subject) => subject === ours || subject.read !== undefined);
  if (readers.length < 2) return;
  const title = 'evaluate, when told that the script only reads (ms, and characters of the answer)';
  const reading = await compare(readers, ({ read, does }) => read ?? does.evaluate, title, report);
  report.result('reading', reading);
}

/** Subjects take turns, so that other load on the machine affects all of them alike. */
async function compare(
  subjects: readonly Subject[],
  operationOf: (subject: Subject) => () => Promise<number>,
  title: string,
  report: Report,
): Promise<object[]> {
  const runs = subjects.map((subject) => ({ subject, ms: [] as number[], chars: 0, spent: 0 }));
  for (let round = -warmUp; round < rounds; round++) {
    for (const run of inAnyOrder(runs).filter(({ spent }) => spent < limitMs)) {
      await setTimeout(Math.random() * mostPauseMs);
      const begun = performance.now();
      run.chars = await operationOf(run.subject)();
      const took = performance.now() - begun;
      run.spent += took;
      if (round >= 0) run.ms.push(took);
    }
  }
  const rows = runs.map(({ subject, ms, chars }) => ({
    what: subject.title,
    ...summarize(ms),
    characters: chars,
  }));
  const base = rows[0]?.p50 ?? NaN;
  report.table(
    title,
    rows.map((row) => ({ ...row, '÷ ours': rounded(row.p50 / base) })),
  );
  return rows;
}

/** A browser is still busy for a moment after its turn, which must not always delay the same one. */
function inAnyOrder<T>(all: readonly T[]): T[] {
  return all
    .map((each) => ({ each, rank: Math.random() }))
    .sort((one, other) => one.rank - other.rank)
    .map(({ each }) => each);
}

/** Fails when the pictures have not the same number of pixels. */
async function checkPictures(subjects: readonly Subject[]): Promise<void> {
  for (const subject of subjects) checkPicture(subject.title, await subject.picture());
}

/** Fails when the click had no effect, because then the time means nothing. */
async function checkClicks(subjects: readonly Subject[]): Promise<void> {
  for (const subject of subjects) {
    const clicks = await subject.clicks();
    if (!(clicks > warmUp)) throw new Error(`${subject.title}: the page was clicked ${clicks} times.`);
  }
}
