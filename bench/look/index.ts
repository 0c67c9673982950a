/** An agent wants to see the page: through the tab that is open already, or through a browser of its own. */
import { Client } from '@modelcontextprotocol/client';
import { StdioClientTransport } from '@modelcontextprotocol/client/stdio';

import type { Benchmark, Report } from '../benchmark.ts';
import { bin } from '../bin.ts';
import { startOurs } from '../browser/ours.ts';
import { call } from '../browser/over-mcp.ts';
import { elements } from '../browser/page.ts';
import { peers, startPeer } from '../browser/peers.ts';
import type { Subject } from '../browser/subject.ts';
import { rounded, summarize } from '../samples.ts';

import { startApp } from './app.ts';

const rounds = 40;
const warmUp = 3;
const limitMs = 20_000;

interface Way {
  readonly what: string;
  readonly see: () => Promise<unknown>;
}

export const look: Benchmark = {
  name: 'look',
  title: 'seeing the page: look_at beside browser_screenshot (with --peer beside chrome-devtools-mcp)',
  run: async (report, { peer }) => {
    await using started = new AsyncDisposableStack();
    report.progress('starting an app with a hub, and a tab that shows it');
    const app = started.use(await startApp());
    const client = await connectAgent(app.root);
    started.defer(() => client.close());
    report.progress('starting annotate-mcp serve, and Chromium with the extension');
    const [bridge] = (await startOurs(app.plainUrl)).map((subject) => started.use(subject));
    const ways = [...waysOfLookAt(client), ...(bridge === undefined ? [] : waysOf(bridge))];
    const devtools = peer ? peers.find(({ name }) => name === 'chrome-devtools-mcp') : undefined;
    if (devtools !== undefined) {
      report.progress(`starting ${devtools.name}`);
      ways.push(...waysOf(started.use(await startPeer(devtools, app.plainUrl, report.progress))));
    }
    await measure(ways, report);
  },
};

async function connectAgent(root: string): Promise<Client> {
  const client = new Client({ name: 'bench', version: '1' });
  await client.connect(
    new StdioClientTransport({
      command: process.execPath,
      args: [bin(), '--root', root],
      stderr: 'ignore',
    }),
  );
  return client;
}

function waysOfLookAt(client: Client): Way[] {
  const seen = (selector: string, picture: boolean) => async () => {
    const { content } = await call(client, { name: 'look_at', arguments: { selector, picture } });
    const hasPicture = content.some(({ type }) => type === 'image');
    if (hasPicture !== picture) throw new Error(`look_at at ${selector}: picture ${String(hasPicture)}.`);
  };
  return [
    { what: 'look_at, an article of 7 elements, without a picture', see: seen('article', false) },
    { what: 'look_at, the same with its picture', see: seen('article', true) },
    { what: 'look_at, the beginning of the whole page, without a picture', see: seen('body', false) },
  ];
}

function waysOf({ title, does }: Subject): Way[] {
  return [
    { what: `${title}: screenshot of the viewport`, see: does.screenshot },
    { what: `${title}: snapshot of the whole page`, see: does.snapshot },
  ];
}

/** They take turns, so that other load on the machine affects all of them alike. */
async function measure(ways: readonly Way[], report: Report): Promise<void> {
  report.progress('looking');
  const runs = ways.map((way) => ({ ...way, ms: [] as number[], spent: 0 }));
  for (let round = -warmUp; round < rounds; round++) {
    for (const run of runs.filter(({ spent }) => spent < limitMs)) {
      const begun = performance.now();
      await run.see();
      const took = performance.now() - begun;
      run.spent += took;
      if (round >= 0) run.ms.push(took);
    }
  }
  const rows = runs.map(({ what, ms }) => ({ what, ...summarize(ms) }));
  const base = rows[1]?.p50 ?? NaN;
  report.table(
    `through MCP, on a page of ${elements} elements (ms)`,
    rows.map((row) => ({ ...row, '÷ look_at with a picture': rounded(row.p50 / base) })),
  );
  report.result('seeing', rows);
}
