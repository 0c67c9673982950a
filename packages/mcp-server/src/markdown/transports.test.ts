/** Markdown review over the transports, as clients of both protocols reach it. */
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

import { Client, StreamableHTTPClientTransport } from '@modelcontextprotocol/client';
import { describe, expect, it, onTestFinished } from 'vitest';

import { createRouter, listen } from '@annotate-mcp/http';
import { viewTools } from '@annotate-mcp/markdown/view-tools';
import { openStore } from '@annotate-mcp/store';

import {
  commentOn,
  type OpenedView,
  type ReviewClient,
  reviewClient,
  temporaryProject,
  uiCapability,
  viewFolder,
} from '../testing/review-clients.ts';
import { connectStdio } from '../testing/stdio-process.ts';
import { createMcpRoutes } from '../transports/http.ts';

const text = '# Plan\n\nWe want to ship in May.\n';
const wait = { type: 'get_comments', wait: true };

type Connect = (root: string, capabilities: object) => Promise<Client>;

const viewToolNames: string[] = viewTools.map(({ name }) => name);

const ways: { way: string; connect: Connect }[] = [
  { way: 'stdio, older protocol', connect: overStdio('legacy') },
  { way: 'stdio, newer protocol', connect: overStdio('modern') },
  { way: 'Streamable HTTP, older protocol', connect: overHttp('legacy') },
  { way: 'Streamable HTTP, newer protocol', connect: overHttp('modern') },
];

describe.each(ways)('over $way', ({ way, connect }) => {
  // Starting a process for each test is slow, and the rule is the same over HTTP.
  const tags = way.startsWith('stdio') ? ['full'] : [];

  it('a view is opened, submits, and the agent gets it', async () => {
    const { agent, view } = await opened(connect);
    const waiting = agent.interact(view.viewUUID, wait);
    await agentListens(view);
    await view.call('submit_batch', { comments: [commentOn(text, 'ship')], mode: 'edit' });
    const [batch] = await waiting;
    expect(batch).toMatchObject({ comments: [{ quote: 'ship' }] });
    const { id } = (batch as { comments: [{ id: string }] }).comments[0];
    const done = await agent.interact(view.viewUUID, { type: 'resolve', commentId: id, message: 'Done.' });
    expect(done).toMatchObject([{ status: 'resolved' }]);
  });

  it('only clients that show views get the view tools', { tags }, async () => {
    const root = project();
    const listed = async (capabilities: object) => {
      const { tools } = await (await connect(root, capabilities)).listTools();
      return tools.map(({ name }) => name);
    };
    expect(await listed(uiCapability)).toEqual(expect.arrayContaining(viewToolNames));
    const without = await listed({});
    expect(without).toEqual(expect.arrayContaining(['open_markdown', 'interact', 'get_all_pending']));
    expect(without.filter((name) => viewToolNames.includes(name))).toEqual([]);
  });

  it('comments stay undelivered when the waiting agent cancels its call', { tags }, async () => {
    const { agent, view } = await opened(connect);
    const hangUp = new AbortController();
    const waiting = agent.call('interact', { viewUUID: view.viewUUID, commands: [wait] }, hangUp.signal);
    const seq = await agentListens(view);
    hangUp.abort();
    await waiting.catch(() => undefined);
    await agentListens(view, { is: false, after: seq });
    await view.call('submit_batch', { comments: [commentOn(text, 'ship')], mode: 'edit' });
    expect(await agent.interact(view.viewUUID, wait)).toMatchObject([{ comments: [{ quote: 'ship' }] }]);
  });
});

it('a process that ends closes the tab server', async () => {
  const client = await overStdio('legacy')(project(), {});
  const { url } = await reviewClient(client).call('open_markdown', { path: 'docs/plan.md' });
  expect((await fetch(String(url))).status).toBe(200);
  await client.close();
  await expect(fetch(String(url))).rejects.toThrow('fetch failed');
});

it('a server has instructions for the toolsets that it offers', async () => {
  const client = await overHttp('legacy')(project(), {});
  expect(client.getInstructions()).toMatch(/get_all_pending.*open_markdown/);
});

function project(): string {
  const root = temporaryProject();
  mkdirSync(join(root, 'docs'));
  writeFileSync(join(root, 'docs/plan.md'), text);
  return root;
}

async function opened(connect: Connect): Promise<{ agent: ReviewClient; view: OpenedView }> {
  const agent = reviewClient(await connect(project(), uiCapability));
  return { agent, view: await agent.open('docs/plan.md') };
}

/** Resolves with the place in the view's queue where it was told so. */
async function agentListens(
  view: OpenedView,
  { is = true, after = null }: { is?: boolean; after?: number | null } = {},
): Promise<number> {
  let place = after;
  for (;;) {
    const { snapshot, commands, seq } = (await view.call('poll_md_commands', {
      instance: 'ear',
      after: place,
    })) as {
      snapshot?: { listening: { waiting: boolean } };
      commands: { command: { listening?: { waiting: boolean } } }[];
      seq: number;
    };
    const told = [snapshot?.listening, ...commands.map(({ command }) => command.listening)];
    if (told.some((listening) => listening?.waiting === is)) return seq;
    place = seq;
  }
}

function overStdio(era: 'legacy' | 'modern'): Connect {
  return async (root, capabilities) => {
    const { client } = await connectStdio(root, { era, capabilities, flags: [`--view=${viewFolder()}`] });
    onTestFinished(() => client.close());
    return client;
  };
}

function overHttp(era: 'legacy' | 'modern'): Connect {
  return async (root, capabilities) => {
    const store = await openStore('memory:', { root });
    const mcp = await createMcpRoutes({ store, root, version: '0.0.0', viewFolder: viewFolder() });
    const router = createRouter({ routes: mcp.routes, onError: () => undefined });
    const listener = await listen(router, { port: 0, graceMs: 0 });
    const client = new Client(
      { name: 'claude-code', version: '1' },
      { capabilities, ...(era === 'modern' && { versionNegotiation: { mode: { pin: '2026-07-28' } } }) },
    );
    await client.connect(new StreamableHTTPClientTransport(new URL('/mcp', listener.url)));
    onTestFinished(async () => {
      await client.close();
      await mcp.close();
      await listener.close();
      await store.close();
    });
    return client;
  };
}
