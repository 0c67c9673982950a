import { execFile } from 'node:child_process';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { promisify } from 'node:util';

import { describe, expect, it } from 'vitest';
import { z } from 'zod';

import { sampleAnnotation, uuidOf } from '@annotate-mcp/core/testing';
import { openStore } from '@annotate-mcp/store';

import { prompts } from '../annotations/prompts/index.ts';
import { tools } from '../annotations/tools/index.ts';
import { allUri, openUri, pageUri } from '../annotations/uris.ts';
import { prompts as reviewPrompts } from '../markdown/prompts/index.ts';
import { tools as reviewTools } from '../markdown/tools/index.ts';
import { startHttpServer, temporaryFolder } from '../testing/http-server.ts';

const manifest = createRequire(import.meta.url).resolve('@modelcontextprotocol/inspector/package.json');
const inspector = join(dirname(manifest), 'clients/launcher/build/index.js');
const program = join(import.meta.dirname, '../testing/stdio-server.ts');
const placeUri = pageUri('http://localhost:4200/cart');

describe('the Inspector over stdio', { tags: 'full' }, () => {
  it.each([
    { method: 'tools/list', names: [...tools, ...reviewTools].map(({ name }) => name) },
    { method: 'prompts/list', names: [...prompts, ...reviewPrompts].map(({ name }) => name) },
    { method: 'resources/list', names: ['all', 'open', '/cart'] },
  ])('finds everything with $method', async ({ method, names }) => {
    const [list = []] = Object.values(lists.parse(await inspect(await project(), '--method', method)));
    expect(list.map(({ name }) => name)).toEqual(names);
  });

  it.each(calls())('calls $tool', async ({ tool, input }) => {
    const root = await project();
    const args = Object.entries(input).flatMap(([name, value]) => ['--tool-arg', `${name}=${value}`]);
    const { structuredContent, isError } = called.parse(
      await inspect(root, '--method', 'tools/call', '--tool-name', tool, ...args),
    );
    expect({ tool, isError, structuredContent }).toMatchObject({ tool, structuredContent: {} });
    expect(isError ?? false).toBe(false);
  });

  it.each([allUri, openUri, placeUri])('reads %s', async (uri) => {
    const { contents } = read.parse(
      await inspect(await project(), '--method', 'resources/read', '--uri', uri),
    );
    expect(JSON.parse(contents[0]?.text ?? '')).toMatchObject([{ id: uuidOf(100) }]);
  });

  it.each(prompts)('gets $name', async ({ name }) => {
    const answer = await inspect(await project(), '--method', 'prompts/get', '--prompt-name', name);
    expect(answer).toMatchObject({ messages: [{ role: 'user', content: { type: 'text' } }] });
  });
});

describe('the Inspector over HTTP', { tags: 'full' }, () => {
  it.each(['/mcp', '/sse'])('finds every tool at %s', async (path) => {
    const { url } = await startHttpServer();
    const [list = []] = Object.values(lists.parse(await run(`${url}${path}`, '--method', 'tools/list')));
    expect(list.map(({ name }) => name)).toEqual(tools.map(({ name }) => name));
  });
});

const printed = z.object({ result: z.unknown() });
const lists = z.record(z.string(), z.array(z.looseObject({ name: z.string() })));
const called = z.looseObject({ structuredContent: z.looseObject({}), isError: z.boolean().optional() });
const read = z.looseObject({ contents: z.array(z.looseObject({ text: z.string() })) });

/** Every tool with an input that it can do something with. */
function calls(): { tool: string; input: Record<string, string> }[] {
  const id = uuidOf(100);
  const sessionId = uuidOf(7);
  const inputs: Record<string, Record<string, string>> = {
    watch_annotations: { timeoutMs: '0' },
    acknowledge: { id },
    resolve: { id, summary: 'Done.' },
    dismiss: { id, reason: 'No.' },
    reply: { id, message: 'Which one?' },
    get_annotation: { id },
    update_annotation_target: { id, replacementText: 'free shipping' },
    find_source: { id },
    get_session: { sessionId },
    get_pending: { sessionId },
  };
  // In a new process no annotation is held, so there is nothing to release, and there is no page to look at.
  return tools
    .filter(({ name }) => name !== 'release' && name !== 'look_at')
    .map(({ name }) => ({ tool: name, input: inputs[name] ?? {} }));
}

async function project(): Promise<string> {
  const root = temporaryFolder();
  const store = await openStore(undefined, { root });
  await store.add(sampleAnnotation({ kind: 'text' }));
  const at = new Date().toISOString();
  await store.sessions.save({
    id: uuidOf(7),
    appId: '.',
    createdAt: at,
    lastSeenAt: at,
    active: true,
    url: 'http://localhost:4200/',
  });
  await store.close();
  return root;
}

async function inspect(root: string, ...args: string[]): Promise<unknown> {
  // The server needs the key that the annotations were sealed with; clients pass on only few variables by themselves.
  const key = `ANNOTATE_CONFIG_FOLDER=${process.env.ANNOTATE_CONFIG_FOLDER}`;
  return run('-e', key, process.execPath, '--conditions=@annotate-mcp/source', program, root, ...args);
}

async function run(...args: string[]): Promise<unknown> {
  // It keeps a catalogue of servers in the home folder; this one is thrown away.
  const HOME = temporaryFolder();
  const { stdout } = await promisify(execFile)(
    process.execPath,
    [inspector, '--cli', ...args, '--format', 'json'],
    { env: { ...process.env, HOME } },
  );
  return printed.parse(JSON.parse(stdout)).result;
}
