/** Playwright's `test` with a browser that has the extension, a server, a site and an agent. One of each for all files. */
import { test as base, expect } from '@playwright/test';

import { type Agent, type Answer, startAgent } from './agent.ts';
import { type Chrome, startChrome } from './chrome.ts';
import { type Serving, startServing } from './serving.ts';
import { type Site, startSite } from './site.ts';

export { expect };

export interface PerWorker {
  site: Site;
  serving: Serving;
  chrome: Chrome;
}

export interface PerTest {
  /** The extension is connected. */
  connected: undefined;
  agent: Agent;
  /** Opens a page of the site in the background; closed after the test. */
  open: (path: string) => Promise<TabOnSite>;
}

/** What an agent does with one tab. */
export interface TabOnSite {
  readonly id: number;
  do(tool: string, args?: Record<string, unknown>): Promise<Answer>;
  /** Fails the test when the tool does. */
  must(tool: string, args?: Record<string, unknown>): Promise<Answer>;
  /** The value of code that runs in the page. */
  run(code: string): Promise<unknown>;
  /** What the page says was done to it. */
  out(): Promise<string>;
  /** The ref of the first line with this text. */
  refOf(text: string): Promise<string>;
}

export const test = base.extend<PerTest, PerWorker>({
  site: [
    // Playwright reads the names of what it needs off this pattern.
    // oxlint-disable-next-line no-empty-pattern -- Playwright reads the names of the fixtures from it
    async ({}, use) => {
      await using site = await startSite();
      await use(site);
    },
    { scope: 'worker' },
  ],
  serving: [
    // Playwright reads the names of what it needs off this pattern.
    // oxlint-disable-next-line no-empty-pattern -- Playwright reads the names of the fixtures from it
    async ({}, use) => {
      await using serving = await startServing();
      await use(serving);
    },
    { scope: 'worker' },
  ],
  chrome: [
    async ({ site }, use) => {
      await using chrome = await startChrome({ allowed: site.url });
      await use(chrome);
    },
    { scope: 'worker', timeout: 90_000 },
  ],
  connected: [
    async ({ chrome, serving }, use) => {
      if (!(await serving.isConnected())) await chrome.connectTo({ url: serving.url, key: serving.key });
      await expect.poll(() => serving.isConnected()).toBe(true);
      await use(undefined);
    },
    { auto: true },
  ],
  agent: async ({ serving, connected: _ }, use) => {
    await using agent = await startAgent(serving.url);
    await use(agent);
  },
  open: async ({ agent, site, chrome }, use) => {
    const opened: number[] = [];
    await use(async (path) => {
      const url = path.startsWith('http') ? path : `${site.url}${path}`;
      const { data } = await must(agent, 'browser_create_tab', { url });
      const id = Number(data.tab_id);
      opened.push(id);
      return tabOf(agent, id);
    });
    // By the browser and not by the agent, whose server may have been restarted.
    await chrome.inWorker(
      `Promise.all(${JSON.stringify(opened)}.map((id) => chrome.tabs.remove(id).catch(() => undefined)))`,
    );
  },
});

export function tabOf(agent: Agent, id: number): TabOnSite {
  const tab: TabOnSite = {
    id,
    do: (tool, args = {}) => agent.call(tool, { tab_id: id, ...args }),
    must: (tool, args = {}) => must(agent, tool, { tab_id: id, ...args }),
    run: async (code) => {
      const { text } = await tab.must('browser_execute_js', { code });
      const [value = ''] = text.split('\n');
      return value === 'undefined' ? undefined : (JSON.parse(value) as unknown);
    },
    out: async () => String(await tab.run('document.getElementById("out").textContent')),
    refOf: async (text) => {
      const { text: tree } = await tab.must('browser_get_accessibility_tree', { find: text });
      const line = tree.split('\n').find((each) => each.includes(text) && /\[\w+\]/.test(each));
      const [, ref] = /\[(\w+)\]/.exec(line ?? '') ?? [];
      if (ref === undefined) throw new Error(`No ref for ${text} in:\n${tree}`);
      return ref;
    },
  };
  return tab;
}

async function must(agent: Agent, tool: string, args: Record<string, unknown>): Promise<Answer> {
  const answer = await agent.call(tool, args);
  if (answer.isError) throw new Error(`${tool}: ${answer.text}`);
  return answer;
}
