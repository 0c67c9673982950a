/** Playwright's `test` with a project that has a plan, an agent, and a host that shows the review. */
import { mkdir, mkdtemp, readFile, realpath, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';

import { test as base, expect, type FrameLocator } from '@playwright/test';

import { type Agent, startAgent } from './agent.ts';
import type { HostPage } from './host-page.ts';
import { type HostServer, serveHost } from './host-server.ts';

export { expect };

export interface Project {
  readonly root: string;
  readonly write: (path: string, text: string) => Promise<void>;
  readonly read: (path: string) => Promise<string>;
}

export interface Opened {
  readonly viewUUID: string;
  readonly view: FrameLocator;
  /** `interact` with these commands; what it returned as structured content. */
  readonly interact: (...commands: Record<string, unknown>[]) => Promise<Record<string, unknown>>;
  /** Shows the same result again, as a host does when its window is loaded anew. */
  readonly reload: () => Promise<void>;
  readonly pushed: () => Promise<{ messages: string[]; contexts: string[] }>;
}

export interface OpenOptions {
  mode?: 'edit' | 'review';
  theme?: 'light' | 'dark';
  deaf?: boolean;
}

interface PerTest {
  project: Project;
  agent: Agent;
  open: (path: string, options?: OpenOptions) => Promise<Opened>;
}

interface PerWorker {
  hostServer: HostServer;
}

export const test = base.extend<PerTest, PerWorker>({
  hostServer: [
    // eslint-disable-next-line no-empty-pattern -- Playwright reads the names of the fixtures from it
    async ({}, use) => {
      await using server = await serveHost();
      await use(server);
    },
    { scope: 'worker' },
  ],
  // eslint-disable-next-line no-empty-pattern -- as above
  project: async ({}, use) => {
    const root = await realpath(await mkdtemp(join(tmpdir(), 'annotate-review-')));
    await mkdir(join(root, '.git'));
    const project: Project = {
      root,
      write: async (path, text) => {
        await mkdir(dirname(join(root, path)), { recursive: true });
        await writeFile(join(root, path), text);
      },
      read: (path) => readFile(join(root, path), 'utf8'),
    };
    await use(project);
    await rm(root, { recursive: true, force: true });
  },
  agent: async ({ project }, use) => {
    await using agent = await startAgent(project.root);
    await use(agent);
  },
  open: async ({ page, agent, hostServer }, use) => {
    await page.exposeFunction('callTool', (params: Parameters<Agent['client']['callTool']>[0]) =>
      agent.client.callTool(params),
    );
    await page.exposeFunction('readResource', (params: { uri: string }) => agent.client.readResource(params));
    await use(async (path, { mode, theme = 'light', deaf = false } = {}) => {
      const input = { path, ...(mode !== undefined && { mode }) };
      const { tools } = await agent.client.listTools();
      const opener = tools.find(({ name }) => name === 'open_markdown');
      const { resourceUri } = (opener?._meta?.ui ?? {}) as { resourceUri?: string };
      if (resourceUri === undefined) throw new Error('open_markdown names no view.');
      const { contents } = await agent.client.readResource({ uri: resourceUri });
      const [html] = contents;
      if (html === undefined || !('text' in html)) throw new Error(`Nothing to show at ${resourceUri}.`);
      hostServer.setView(html.text);
      const result = await agent.call('open_markdown', input);
      const { viewUUID } = result.structuredContent as { viewUUID: string };
      const show = () =>
        page.evaluate((shown) => window.host.show(shown), {
          arguments: input,
          result,
          context: { theme },
          deaf,
        });
      await page.goto(hostServer.url);
      await page.waitForFunction(() => 'host' in window);
      await show();
      return {
        viewUUID,
        view: page.frameLocator('iframe'),
        reload: show,
        interact: async (...commands) => {
          const answer = await agent.call('interact', { viewUUID, commands });
          return answer.structuredContent as Record<string, unknown>;
        },
        pushed: () =>
          page.evaluate(() => {
            const { messages, contexts }: HostPage = window.host;
            return { messages, contexts };
          }),
      };
    });
  },
});
