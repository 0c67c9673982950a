/** An agent over stdio, whose server finds or starts the bridge of its user: from no configuration to a click. */
import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';

import { Client } from '@modelcontextprotocol/client';
import { StdioClientTransport } from '@modelcontextprotocol/client/stdio';

import { bridgeFileName } from '@annotate-mcp/browser-protocol';
import { bridgeFileSchema } from '@annotate-mcp/browser-protocol/schema';

import { bin } from '../support/bin.ts';

import { openPopup } from './support/popup.ts';
import { expect, test as browserTest } from './support/test.ts';

interface StdioAgents {
  start: (name: string) => Promise<Client>;
  /** The bridge that runs, by the file in the folder of the extension. */
  bridge: () => { pid: number; url: string } | null;
}

const test = browserTest.extend<{ agents: StdioAgents }>({
  agents: async ({ chrome }, use) => {
    const folder = mkdtempSync(join(tmpdir(), 'annotate-stdio-'));
    const root = join(folder, 'shop');
    mkdirSync(join(root, '.git'), { recursive: true });
    const file = join(chrome.extension, bridgeFileName);
    const bridge = () =>
      existsSync(file) ? bridgeFileSchema.parse(JSON.parse(readFileSync(file, 'utf8'))) : null;
    const clients: Client[] = [];
    await use({
      bridge,
      start: async (name) => {
        const client = new Client({ name, version: '1' });
        clients.push(client);
        const env = {
          HOME: folder,
          PATH: process.env.PATH ?? '',
          ANNOTATE_CONFIG_FOLDER: dirname(chrome.extension),
        };
        const args = [bin, '--root', root];
        await client.connect(new StdioClientTransport({ command: process.execPath, args, env, cwd: root }));
        return client;
      },
    });
    for (const client of clients) await client.close();
    // It ends by itself, a moment after its last client.
    await expect.poll(bridge, { timeout: 20_000 }).toBeNull();
    await chrome.inWorker(`chrome.storage.session.remove('questions')`);
    rmSync(folder, { recursive: true, force: true, maxRetries: 5 });
  },
});

async function tabsOf(client: Client): Promise<string> {
  const { content } = await client.callTool({ name: 'browser_get_tabs', arguments: {} }, { timeout: 40_000 });
  return content.map((part) => (part.type === 'text' ? part.text : '')).join('\n');
}

// Several processes start from source; each half of the way has a quick test of its own.
test(
  'two agents over stdio share a bridge that the extension finds, and finds again',
  { tag: '@full' },
  async ({ chrome, agents }) => {
    test.setTimeout(120_000);
    await chrome.connectTo(null);
    const ann = await agents.start('ann');
    expect((await ann.listTools()).tools.map(({ name }) => name)).toContain('browser_click');
    expect(agents.bridge()).toBeNull();
    expect(await tabsOf(ann)).toContain('No browser is connected');

    await using popup = await openPopup(chrome);
    await popup.page.getByRole('heading', { name: 'Connect to shop?' }).waitFor();
    await popup.page.getByRole('button', { name: 'Connect', exact: true }).first().click();
    await expect(popup.page.getByRole('status')).toContainText('Connected to shop');
    const ben = await agents.start('ben');
    for (const agent of [ann, ben]) expect(await tabsOf(agent)).toContain('tab_id');

    const { pid = 0 } = agents.bridge() ?? {};
    process.kill(pid, 'SIGKILL');
    // The call starts a bridge again, and the extension is back before the call gives up.
    expect(await tabsOf(ben)).toContain('tab_id');
    expect(await tabsOf(ann)).toContain('tab_id');
    expect(agents.bridge()?.pid).not.toBe(pid);
  },
);
