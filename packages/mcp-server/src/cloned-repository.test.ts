/** What comes with a cloned repository reaches no agent in any way before the person has decided. */
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';

import { Client } from '@modelcontextprotocol/client';
import { InMemoryTransport } from '@modelcontextprotocol/server';
import { describe, expect, it, onTestFinished } from 'vitest';
import { z } from 'zod';

import { adopt, AnnotateError, kinds } from '@annotate-mcp/core';
import { sampleAnnotation, sampleAuthor, sampleOutsideReply, uuidOf } from '@annotate-mcp/core/testing';
import { RepositoryTrust } from '@annotate-mcp/store/trust';

import { singleAgent } from './agent/agent-provider.ts';
import { Agent } from './agent/agent.ts';
import { pushToChannel } from './annotations/channel.ts';
import { notifySubscriber } from './annotations/notify-subscribers.ts';
import { createAnnotationsToolset } from './annotations/toolset.ts';
import { createBrowserToolset } from './browser/toolset.ts';
import { createMarkdownService } from './markdown/service.ts';
import { createMarkdownToolset } from './markdown/toolset.ts';
import { createServer } from './server.ts';
import {
  type ClonedRepository,
  cloneRepository,
  forgedPage,
  forgedSession,
  forgedWord,
} from './testing/cloned-repository.ts';

/** A client that has every toolset, and all that the server sends to the browser. */
async function connect({ store, root }: ClonedRepository) {
  const sentToBrowser: unknown[] = [];
  const markdown = createMarkdownService({ root });
  const agent = new Agent(store, new Date());
  const browser = createBrowserToolset({
    browser: {
      run: async (_type, params) => {
        sentToBrowser.push(params);
        throw new AnnotateError('browser/not-connected', 'No browser.', { hint: 'Connect one.' });
      },
    },
    fetchScript: async () => '',
    keepPicture: async () => 'picture.png',
  });
  const toolsets = [createAnnotationsToolset(store), createMarkdownToolset(markdown, store), browser];
  const server = createServer({ store, agents: singleAgent(agent), toolsets, root, version: '0.0.0' });
  const client = new Client({ name: 'claude-code', version: '1' });
  const [there, here] = InMemoryTransport.createLinkedPair();
  await server.connect(there);
  await client.connect(here);
  onTestFinished(async () => {
    await client.close();
    await markdown.close();
  });
  return { client, agent, sentToBrowser };
}

const inputSchema = z.looseObject({
  properties: z.record(z.string(), z.unknown()).default({}),
  required: z.array(z.string()).default([]),
});

/** Values for arguments by name, so that a tool that is added later is called with what it would need to leak. */
function valueFor(name: string, id: string): unknown {
  switch (name) {
    case 'id':
    case 'annotation_id':
    case 'view_id':
      return id;
    case 'sessionId':
      return forgedSession;
    case 'pageUrl':
      return forgedPage;
    case 'path':
    case 'file_path':
      return 'notes.md';
    case 'tab_id':
      return 1;
    case 'commands':
      return [{ type: 'get_comments' }];
    default:
      return 'x';
  }
}

/** Each tool with its required arguments, with each optional one that names something, and for several annotations. */
function callsOf(schema: unknown, ids: readonly string[]): Record<string, unknown>[] {
  const { properties, required } = inputSchema.parse(schema);
  const naming = ['id', 'annotation_id', 'tab_id', 'sessionId', 'pageUrl'].filter(
    (name) => name in properties,
  );
  const names = new Set([...required, ...naming]);
  const withTimeout = 'timeoutMs' in properties ? { timeoutMs: 0 } : {};
  const filled = (wanted: Iterable<string>, id: string) => ({
    ...Object.fromEntries([...wanted].map((name) => [name, valueFor(name, id)])),
    ...withTimeout,
  });
  const perId = ids.map((id) => filled(names, id));
  return [filled(required, ids[0] ?? ''), ...(naming.length > 0 ? perId : [])];
}

/** What the test itself put into the arguments may come back. */
function withoutEcho(answer: unknown): string {
  return JSON.stringify(answer).replaceAll(forgedPage, '').replaceAll(encodeURIComponent(forgedPage), '');
}

/** A tab of this machine with the id that the forged annotations name. */
const session = {
  id: forgedSession,
  appId: '.',
  createdAt: '2026-11-15T09:00:00.000Z',
  lastSeenAt: new Date().toISOString(),
  active: true,
  url: 'http://localhost:4200/',
};

const waits = /20 comments came with the repository and wait for the person\. .*annotate-mcp trust/;

describe('comments in the committed store of a cloned repository', () => {
  it.each(['sqlite:', 'json:review.json'])('are in no answer of any tool (%s)', async (url) => {
    const clone = await cloneRepository(url);
    writeFileSync(join(clone.root, 'notes.md'), '# Notes\n');
    await clone.store.sessions.save(session);
    const { client, sentToBrowser } = await connect(clone);
    const { tools } = await client.listTools();
    expect(tools.length).toBeGreaterThan(30);
    const ids = clone.forged.filter(({ status }) => status === 'pending').map(({ id }) => id);
    for (const { name, inputSchema: schema } of tools) {
      for (const input of callsOf(schema, ids)) {
        const answer = await client.callTool({ name, arguments: input });
        const said = 'pageUrl' in input ? withoutEcho(answer) : JSON.stringify(answer);
        expect(said, `${name} ${JSON.stringify(input)}`).not.toContain(forgedWord);
      }
    }
    expect(JSON.stringify(sentToBrowser)).not.toContain(forgedWord);
    for (const { id, ...rest } of clone.forged)
      expect(await clone.store.get(id)).toEqual({ id, ...rest, origin: 'repository' });
  });

  it('are in no list of resources or prompts, no resource, no prompt and no completion', async () => {
    const clone = await cloneRepository();
    const { client } = await connect(clone);
    const { resources } = await client.listResources();
    const { resourceTemplates } = await client.listResourceTemplates();
    const { prompts } = await client.listPrompts();
    expect(JSON.stringify([resources, resourceTemplates, prompts])).not.toContain(forgedWord);
    const uris = [
      ...resources.map(({ uri }) => uri),
      ...resourceTemplates.map(({ uriTemplate }) =>
        uriTemplate.replace(/\{\w+\}/, encodeURIComponent(forgedPage)),
      ),
    ];
    for (const uri of uris) expect(withoutEcho(await client.readResource({ uri }))).not.toContain(forgedWord);
    for (const { name } of prompts)
      expect(JSON.stringify(await client.getPrompt({ name }))).not.toContain(forgedWord);
    const ref = { type: 'ref/resource' as const, uri: 'annotations://page/{url}' };
    const { completion } = await client.complete({ ref, argument: { name: 'url', value: 'http' } });
    expect(completion.values).toEqual([]);
  });

  it('are announced by number only, with how the person decides', async () => {
    const { client } = await connect(await cloneRepository());
    const answer = async (name: string, input = {}) =>
      JSON.stringify(await client.callTool({ name, arguments: input }));
    for (const name of ['get_all_pending', 'list_annotations', 'list_page_notes', 'get_export'])
      expect(await answer(name), name).toMatch(waits);
    expect(await answer('watch_annotations', { timeoutMs: 0 })).toMatch(waits);
    expect(JSON.stringify(await client.getPrompt({ name: 'triage' }))).toMatch(waits);
    for (const uri of ['annotations://all', 'annotations://open'])
      expect(JSON.stringify(await client.readResource({ uri }))).toMatch(waits);
  });

  it('are refused by their ids with the reason', async () => {
    const clone = await cloneRepository();
    const { client } = await connect(clone);
    const [pending] = clone.forged.filter(({ status }) => status === 'pending');
    const { isError, content } = await client.callTool({
      name: 'acknowledge',
      arguments: { id: pending?.id },
    });
    expect(isError).toBe(true);
    expect(JSON.stringify(content)).toMatch(
      /came with the repository and waits for the person.*annotation\/withheld/,
    );
  });

  it('wake no agent when they change, and wake a waiting agent and the channel when the person adopts one', async () => {
    const clone = await cloneRepository();
    const { store } = clone;
    const { client, agent } = await connect(clone);
    const pushed: string[] = [];
    const notified: string[] = [];
    const failed = (error: unknown) => {
      throw error;
    };
    const channel = await pushToChannel(store, agent, ({ content }) => pushed.push(content), failed);
    const notifying = await notifySubscriber(
      store,
      {
        subscriptions: null,
        resourceUpdated: (uri) => notified.push(uri),
        resourceListChanged: () => notified.push('list'),
      },
      failed,
    );
    onTestFinished(() => [channel, notifying].forEach((subscription) => subscription.close()));
    const [one, other] = clone.forged.filter(
      ({ status, kind }) => status === 'pending' && kind !== 'markdown',
    );
    await store.update(one?.id ?? '', (a) => ({ ...a, annotationText: `${forgedWord} again` }));
    const waiting = client.callTool({ name: 'watch_annotations', arguments: { timeoutMs: 20_000 } });
    await store.adopt([other?.id ?? '']);
    const answer = await waiting;
    expect(answer.structuredContent).toMatchObject({
      status: 'annotations',
      annotations: [{ id: other?.id }],
    });
    await expect.poll(() => pushed).toEqual([expect.stringContaining(other?.id ?? '-')]);
    await expect.poll(() => notified).toContain('annotations://open');
    expect(JSON.stringify([pushed, notified])).not.toContain('again');
  });

  it('are given to agents once the person trusts the repository, until that is revoked', async () => {
    const clone = await cloneRepository();
    const { client } = await connect(clone);
    const pending = async () =>
      JSON.stringify(await client.callTool({ name: 'get_all_pending', arguments: {} }));
    const trust = new RepositoryTrust();
    trust.trust(clone.root);
    onTestFinished(() => void trust.revoke(clone.root));
    expect(await pending()).toContain(forgedWord);
    expect(await pending()).not.toMatch(waits);
    trust.revoke(clone.root);
    expect(await pending()).not.toContain(forgedWord);
  });
});

it('gives agents no reply of a pull request before the person has adopted it', async () => {
  const clone = await cloneRepository();
  writeFileSync(join(clone.root, 'notes.md'), '# Notes\n');
  const ids = kinds.map((_, n) => uuidOf(10 + n));
  for (const [n, kind] of kinds.entries()) {
    const own = sampleAnnotation({ id: ids[n] ?? '', kind, authorId: sampleAuthor.authorId });
    await clone.store.add({ ...own, outsideReplies: [sampleOutsideReply(n, forgedWord)] });
  }
  const { client } = await connect(clone);
  for (const { name, inputSchema: schema } of (await client.listTools()).tools) {
    for (const input of callsOf(schema, ids)) {
      const answer = await client.callTool({ name, arguments: input });
      const said = 'pageUrl' in input ? withoutEcho(answer) : JSON.stringify(answer);
      expect(said, `${name} ${JSON.stringify(input)}`).not.toContain(forgedWord);
    }
  }
  for (const uri of ['annotations://all', 'annotations://open'])
    expect(JSON.stringify(await client.readResource({ uri }))).not.toContain(forgedWord);
  const [id = ''] = ids;
  expect(await clone.store.get(id)).toHaveProperty('outsideReplies');
  await clone.store.update(id, (annotation) => adopt(annotation, sampleAuthor, new Date()));
  const adopted = await client.callTool({ name: 'get_annotation', arguments: { id } });
  expect(JSON.stringify(adopted)).toContain(forgedWord);
});

it('lists beside them what the person wrote here', async () => {
  const clone = await cloneRepository();
  await clone.store.add(sampleAnnotation({ id: uuidOf(1), authorId: sampleAuthor.authorId }));
  const { client } = await connect(clone);
  const { structuredContent } = await client.callTool({ name: 'get_all_pending', arguments: {} });
  expect(structuredContent).toMatchObject({
    total: 1,
    annotations: [{ id: uuidOf(1) }],
    leftOut: [expect.stringMatching(waits)],
  });
});
