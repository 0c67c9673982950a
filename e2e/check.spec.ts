/** A comment becomes a check: the test passes on the fix, fails on its reversal, and reopens the comment. */
import { spawn } from 'node:child_process';
import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { expect, test } from '@playwright/test';

import { type Annotation, resolve } from '@annotate-mcp/core';
import { createHub, type Hub } from '@annotate-mcp/hub';
import { openStore, type Store } from '@annotate-mcp/store';

import { bin } from './support/bin.ts';
import { OverlayOnPage } from './support/overlay.ts';

/** By what was asked for: the element before, and after the fix. */
const edits: Record<string, { before: string; after: string }> = {
  'Say Log in': { before: '<button id="a">Sign in</button>', after: '<button id="a">Log in</button>' },
  'Make it green': {
    before: '<p id="b" style="color: red">Paid</p>',
    after: '<p id="b" style="color: green">Paid</p>',
  },
  'More space': {
    before: '<div id="c" style="padding: 4px">Box</div>',
    after: '<div id="c" style="padding: 16px">Box</div>',
  },
  'Larger letters': {
    before: '<h2 id="d" style="font-size: 14px">Offers</h2>',
    after: '<h2 id="d" style="font-size: 28px">Offers</h2>',
  },
  'Link to the imprint': {
    before: '<a id="e" href="/nowhere">Imprint</a>',
    after: '<a id="e" href="/imprint">Imprint</a>',
  },
  'Cannot be pressed yet': {
    before: '<button id="f" aria-label="Pay">€</button>',
    after: '<button id="f" aria-label="Pay now">€</button>',
  },
  'Take this away': { before: '<p id="g">Advertisement</p>', after: '' },
  'Add the price': {
    before: '<article id="h" style="padding-top: 40px"><h3>Tea</h3></article>',
    after: '<article id="h" style="padding-top: 40px"><h3>Tea</h3><b>3 €</b></article>',
  },
  'No asterisk': {
    before: '<section id="i" style="padding-top: 40px"><h3>Milk</h3><i>*</i></section>',
    after: '<section id="i" style="padding-top: 40px"><h3>Milk</h3></section>',
  },
  'This one first': {
    before: '<ul><li>Coffee</li><li id="j">Water</li></ul>',
    after: '<ul><li id="j">Water</li><li>Coffee</li></ul>',
  },
};

let folder: string;
let store: Store;
let hub: Hub;
let server: Server;
let url: string;
let version: 'before' | 'after' = 'before';
const errors: unknown[] = [];

test.beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'annotate-check-'));
  store = await openStore(undefined, { root: folder });
  hub = await createHub({
    store,
    projectRoot: folder,
    onError: (error) => errors.push(error),
  });
  server = createServer((_request, response) => {
    response.setHeader('content-type', 'text/html; charset=utf-8').end(html());
  });
  hub.attach(server);
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done));
  url = `http://localhost:${(server.address() as AddressInfo).port}/`;
  writeProject();
});

test.afterAll(async () => {
  await hub.close();
  server.closeAllConnections();
  await new Promise((done) => server.close(done));
  await store.close();
  rmSync(folder, { recursive: true, force: true });
});

function html(): string {
  const body = Object.values(edits)
    .map((edit) => edit[version])
    .join('\n');
  return `<!doctype html><html lang="en"><head><title>Shop</title>
    <script type="module" src="/__annotate/overlay.js"></script></head><body><main>${body}</main></body></html>`;
}

/** A project of its own with its own Playwright, which is the one of this repository. */
function writeProject(): void {
  const modules = join(import.meta.dirname, '../node_modules');
  mkdirSync(join(folder, 'node_modules'));
  for (const name of ['@playwright', 'playwright', 'playwright-core'])
    if (existsSync(join(modules, name))) symlinkSync(join(modules, name), join(folder, 'node_modules', name));
  writeFileSync(join(folder, 'package.json'), '{ "type": "module" }');
  const executablePath = [process.env.CHROME_BIN, '/usr/bin/chromium'].find(
    (path) => path !== undefined && existsSync(path),
  );
  const use = { baseURL: url, ...(executablePath !== undefined && { launchOptions: { executablePath } }) };
  writeFileSync(
    join(folder, 'playwright.config.ts'),
    `export default { testDir: 'tests', expect: { timeout: 1000 }, use: ${JSON.stringify(use)} };`,
  );
}

test('ten kinds of comments become tests that hold the fix', { tag: '@full' }, async ({ page }) => {
  test.slow();
  const requests = Object.keys(edits);
  const overlay = new OverlayOnPage(page, readAll);
  await page.goto(url);
  await overlay.ready();
  for (const [index, request] of requests.entries()) {
    await overlay.comment(page.locator(`#${'abcdefghij'.charAt(index)}`), request);
  }
  await expect.poll(async () => (await readAll()).filter(hasBefore).length).toBe(requests.length);

  version = 'after';
  const agent = { type: 'agent', agentId: 'agent-1', agentName: 'scripted-agent' } as const;
  for (const { id } of await readAll()) await store.update(id, (one) => resolve(one, agent, new Date()));
  await page.reload();
  await expect
    .poll(async () =>
      Object.fromEntries((await readAll()).map((one) => [one.annotationText, verdictOf(one)])),
    )
    .toEqual(Object.fromEntries(requests.map((one) => [one, one === 'Take this away' ? 'gone' : 'changed'])));

  const [first, ...others] = await readAll();
  await page.goto(`${url}?annotate=${first?.id ?? ''}`);
  await overlay.thread.getByRole('button', { name: 'Keep it so…' }).click();
  await overlay.answerQuestion('Write the test');
  await expect(overlay.thread).toContainText('Kept by the test tests/annotations/say-log-in.spec.ts');
  for (const { id } of others) expect(await annotateMcp('check', 'add', id)).toMatchObject({ code: 0 });
  const written = readdirSync(join(folder, 'tests/annotations'));
  expect(written).toHaveLength(requests.length);
  expect(readFileSync(join(folder, 'tests/annotations/say-log-in.spec.ts'), 'utf8')).toContain(
    "await expect(target).toContainText('Log in');",
  );
  expect(await outcomes()).toEqual(Object.fromEntries(requests.map((one) => [one, 'passes'])));

  version = 'before';
  expect(await outcomes()).toEqual(Object.fromEntries(requests.map((one) => [one, 'fails, reopened'])));
  const reopened = await readAll();
  expect(reopened.map(({ status }) => status)).toEqual(requests.map(() => 'pending'));
  expect(reopened.map(({ replies }) => replies.at(-1)?.author)).toEqual(requests.map(() => 'agent'));
  expect(errors).toEqual([]);
});

async function readAll(): Promise<Annotation[]> {
  return (await store.list({}, { order: 'oldest' })).annotations;
}

function hasBefore(annotation: Annotation): boolean {
  return annotation.kind !== 'markdown' && annotation.proof?.before !== undefined;
}

function verdictOf(annotation: Annotation): string | undefined {
  return annotation.kind === 'markdown' ? undefined : annotation.proof?.after?.verdict;
}

/** What `annotate-mcp check` says about each. */
async function outcomes(): Promise<Record<string, string>> {
  const { stdout } = await annotateMcp('check', '--json');
  const { checks } = JSON.parse(stdout) as {
    checks: { title: string; failure: string | null; reopened: boolean }[];
  };
  return Object.fromEntries(
    checks.map(({ title, failure, reopened }) => [
      title,
      failure === null ? 'passes' : reopened ? 'fails, reopened' : 'fails',
    ]),
  );
}

async function annotateMcp(
  ...args: string[]
): Promise<{ code: number | null; stdout: string; stderr: string }> {
  // The variables with which Playwright tells its workers about themselves are not for another Playwright.
  const env = Object.fromEntries(
    Object.entries(process.env).filter(([name]) => !/^(TEST_|PLAYWRIGHT_|PW_)/.test(name)),
  );
  const child = spawn(process.execPath, [bin, ...args, '--root', folder], { cwd: folder, env });
  const said = { stdout: '', stderr: '' };
  child.stdout.setEncoding('utf8').on('data', (text: string) => (said.stdout += text));
  child.stderr.setEncoding('utf8').on('data', (text: string) => (said.stderr += text));
  const code = await new Promise<number | null>((done, failed) => {
    child.once('error', failed);
    child.once('close', done);
  });
  return { code, ...said };
}
