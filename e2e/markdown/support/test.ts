/** Playwright's `test` with a project that has a plan, an agent, and a host that shows the review. */
import { mkdir, mkdtemp, readFile, realpath, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';

import { test as base, type BrowserContext, expect, type Page } from '@playwright/test';

import { type Agent, startAgent } from './agent.ts';
import type { Shown } from './host-page.ts';
import { type HostServer, serveHost } from './host-server.ts';
import { Review } from './review.ts';

export { expect };

export interface Project {
  readonly root: string;
  readonly write: (path: string, text: string) => Promise<void>;
  readonly read: (path: string) => Promise<string>;
}

/** What the host would have handed to the model. */
export interface Pushed {
  messages: string[];
  contexts: string[];
  links: string[];
  displayModes: string[];
}

export interface Opened {
  readonly viewUUID: string;
  readonly view: Review;
  /** `interact` with these commands: the result of each. */
  readonly interact: (...commands: Record<string, unknown>[]) => Promise<Result[]>;
  /** What the person submitted, as the agent gets it. */
  readonly comments: (filter?: 'new' | 'open' | 'all') => Promise<Told[]>;
  /** Shows the same result again, as a host does when its window is loaded anew. */
  readonly reload: () => Promise<void>;
  readonly pushed: () => Promise<Pushed>;
}

type Result = Record<string, unknown>;

/** A comment as an agent is told. */
export interface Told {
  id: string;
  text: string;
  quote: string;
  intent: string;
  status: string;
  lines: [number, number];
  anchorState?: string;
}

export interface OpenOptions {
  mode?: 'edit' | 'review';
  /** What the host says of itself, beside the theme `light`. */
  context?: Shown['context'];
  deaf?: boolean;
  /** Unless they are the test's own. */
  page?: Page;
  agent?: Agent;
}

interface PerTest {
  project: Project;
  agent: Agent;
  open: (path: string, options?: OpenOptions) => Promise<Opened>;
  quiet: readonly string[];
}

interface PerWorker {
  hostServer: HostServer;
}

export const test = base.extend<PerTest, PerWorker>({
  hostServer: [
    // oxlint-disable-next-line no-empty-pattern -- Playwright reads the names of the fixtures from it
    async ({}, use) => {
      await using server = await serveHost();
      await use(server);
    },
    { scope: 'worker' },
  ],
  // oxlint-disable-next-line no-empty-pattern -- as above
  project: async ({}, use) => {
    await using project = await createProject();
    await use(project);
  },
  agent: async ({ project }, use) => {
    await using agent = await startAgent(project.root);
    await use(agent);
  },
  open: async ({ page: ownPage, agent: ownAgent, hostServer }, use) => {
    await use(async (path, { mode, context, deaf = false, page = ownPage, agent = ownAgent } = {}) => {
      const input = { path, ...(mode !== undefined && { mode }) };
      hostServer.setView(await viewOf(agent));
      const result = await agent.call('open_markdown', input);
      const shown: Shown = { arguments: input, result, context: { theme: 'light', ...context }, deaf };
      const { viewUUID } = result.structuredContent as { viewUUID: string };
      await enterHost(page, hostServer.url, agent);
      const view = new Review(page);
      const show = async () => {
        // As text: Playwright's types would look into every corner of a tool's result.
        await page.evaluate((given) => window.host.show(JSON.parse(given) as Shown), JSON.stringify(shown));
        await expect(view.paper).toHaveAttribute('aria-busy', 'false');
      };
      await show();
      return { viewUUID, view, reload: show, pushed: () => pushedIn(page), ...asking(agent, viewUUID) };
    });
  },
  // A policy that stops something says so in the console.
  quiet: [
    async ({ context }, use) => {
      const heard = listenTo(context);
      await use(heard);
      expect(heard).toEqual([]);
    },
    { auto: true },
  ],
});

export async function createProject(): Promise<Project & AsyncDisposable> {
  const root = await realpath(await mkdtemp(join(tmpdir(), 'annotate-review-')));
  await mkdir(join(root, '.git'));
  return {
    root,
    write: async (path, text) => {
      await mkdir(dirname(join(root, path)), { recursive: true });
      await writeFile(join(root, path), text);
    },
    read: (path) => readFile(join(root, path), 'utf8'),
    // The processes of an agent that a person has started may still be ending there.
    [Symbol.asyncDispose]: () => rm(root, { recursive: true, force: true, maxRetries: 20, retryDelay: 100 }),
  };
}

/** What a host would show for `open_markdown`. */
async function viewOf(agent: Agent): Promise<string> {
  const { tools } = await agent.client.listTools();
  const opener = tools.find(({ name }) => name === 'open_markdown');
  const { resourceUri } = (opener?._meta?.ui ?? {}) as { resourceUri?: string };
  if (resourceUri === undefined) throw new Error('open_markdown names no view.');
  const { contents } = await agent.client.readResource({ uri: resourceUri });
  const [html] = contents;
  if (html === undefined || !('text' in html)) throw new Error(`Nothing to show at ${resourceUri}.`);
  return html.text;
}

/** The host's calls go through the very client that the agent has, as they do in a real one. */
async function enterHost(page: Page, url: string, { client }: Agent): Promise<void> {
  await page.exposeFunction('callTool', (params: Parameters<typeof client.callTool>[0]) =>
    client.callTool(params),
  );
  await page.exposeFunction('readResource', (params: { uri: string }) => client.readResource(params));
  await page.goto(url);
  await page.waitForFunction(() => 'host' in window);
}

export function asking(agent: Agent, viewUUID: string): Pick<Opened, 'interact' | 'comments'> {
  const interact: Opened['interact'] = async (...commands) => {
    const { structuredContent } = await agent.call('interact', { viewUUID, commands });
    return (structuredContent as { results: Result[] }).results;
  };
  return {
    interact,
    comments: async (filter = 'open') => {
      const [result] = await interact({ type: 'get_comments', filter });
      return result?.comments as Told[];
    },
  };
}

async function pushedIn(page: Page): Promise<Pushed> {
  return page.evaluate(() => {
    const { messages, contexts, links, displayModes } = window.host;
    return { messages, contexts, links, displayModes };
  });
}

function listenTo(context: BrowserContext): string[] {
  const heard: string[] = [];
  context.on('console', (message) => {
    const text = message.text();
    // That a server has ended is what some tests are about, and the browser's own to say.
    if (/^Failed to load resource: net::ERR_CONNECTION_(REFUSED|RESET)/.test(text)) return;
    if (message.type() === 'error' || message.type() === 'warning') heard.push(text);
  });
  context.on('weberror', (error) => heard.push(String(error.error())));
  return heard;
}
