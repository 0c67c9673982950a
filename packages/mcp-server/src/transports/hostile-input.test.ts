/** Input that no client sends: values that are nested without end, and thousands of messages at once. */
import { createInterface } from 'node:readline';

import fc from 'fast-check';
import { describe, expect, it, onTestFinished } from 'vitest';

import { startHttpServer, temporaryFolder } from '../testing/http-server.ts';
import { initialize, post } from '../testing/raw-mcp.ts';
import { spawnStdio } from '../testing/stdio-process.ts';

const levels = 1_850_000;
const deep = '['.repeat(levels) + ']'.repeat(levels);
const call = (id: number | string, value: string) =>
  `{"jsonrpc":"2.0","id":${JSON.stringify(id)},"method":"tools/call","params":{"name":"list_sessions","arguments":{"x":${value}}}}`;

describe('arguments that are nested without end', () => {
  it('are refused over HTTP before they are parsed, in every protocol, and the server goes on', async () => {
    const server = await startHttpServer();
    const session = await initialize(server.url);
    const modern = { 'mcp-protocol-version': '2026-07-28', 'mcp-method': 'tools/call', 'mcp-name': 'x' };
    const answers = [
      await session.post(call(1, deep)),
      await post(server.url, call(1, deep)),
      await post(server.url, call(1, deep), modern),
      await post(server.url, '{"a":['.repeat(600_000)),
    ];
    for (const { status, text } of answers) {
      expect(status).toBe(400);
      expect(JSON.parse(text)).toMatchObject({ code: 'body/too-deep' });
    }
    expect(server.errors).toEqual([]);
    expect((await session.post(call(2, '[]'))).status).toBe(200);
  });

  it('are refused over SSE', async () => {
    const { url, errors } = await startHttpServer();
    const connection = new AbortController();
    onTestFinished(() => connection.abort());
    const { body } = await fetch(`${url}/sse`, { signal: connection.signal });
    const hello = await body?.pipeThrough(new TextDecoderStream()).getReader().read();
    const endpoint = /data: (.*)/.exec(hello?.value ?? '')?.[1] ?? '';
    const answer = await fetch(new URL(endpoint, url), {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: call(1, deep),
    });
    expect([answer.status, await answer.json()]).toEqual([
      400,
      expect.objectContaining({ code: 'body/too-deep' }),
    ]);
    expect(errors).toEqual([]);
  });

  it('are answered over stdio, by the id of the request, and the next call is, too', async () => {
    const { ask, write } = await startStdio();
    write(call('in words', '[]').replace('"id":"in words",', '').replace('[]', deep));
    write(`[${deep}]`);
    expect(await ask(17, call(17, deep))).toMatchObject({ error: { code: -32_600 } });
    expect(await ask('in words', call('in words', deep))).toMatchObject({ error: { code: -32_600 } });
    expect(await ask(18, call(18, '[]'))).toMatchObject({ result: expect.any(Object) as unknown });
  });
});

describe('thousands of messages at once over stdio', () => {
  const count = process.env.ANNOTATE_TEST_FULL === '1' ? 40_000 : 1_000;

  it('are each answered once, those of a client that does not read for a while too, without a warning', async () => {
    const { child, ask, write, heard, warnings } = await startStdio();
    const messages = fc.sample(anyMessage, { numRuns: count, seed: 40 });
    child.stdout?.pause();
    for (const [index, message] of messages.entries()) {
      write(JSON.stringify(message));
      write(call(index, '[]'));
    }
    child.stdout?.resume();
    expect(await ask('the last', call('the last', '[]'))).toHaveProperty('result');
    const ids = heard.flatMap(({ id, result }) => (Number.isInteger(id) && result !== undefined ? [id] : []));
    expect(ids.toSorted((a, b) => Number(a) - Number(b))).toEqual(messages.map((_, index) => index));
    expect(warnings()).toBe('');
    expect(child.exitCode).toBeNull();
  });
});

/** Its ids are texts, and those of the calls between are numbers. */
const anyMessage = fc.oneof(
  fc.jsonValue(),
  fc.record(
    {
      jsonrpc: fc.constant('2.0'),
      id: fc.string(),
      method: fc.constantFrom(
        'ping',
        'tools/list',
        'tools/call',
        'resources/list',
        'resources/read',
        'resources/subscribe',
        'prompts/list',
        'prompts/get',
        'completion/complete',
        'notifications/initialized',
        'notifications/progress',
        '__proto__',
      ),
      params: fc.oneof(
        fc.jsonValue(),
        fc.record({ name: fc.constantFrom('list_annotations', 'reply', ''), arguments: fc.jsonValue() }),
        fc.record({ uri: fc.constantFrom('annotations://all', 'annotations://page/%', '../..') }),
      ),
    },
    { requiredKeys: ['jsonrpc', 'method'] },
  ),
);

interface Heard {
  id?: unknown;
  result?: unknown;
  error?: unknown;
}

/** The server as a process, initialized. */
async function startStdio() {
  const { child, ended } = spawnStdio(temporaryFolder(), 'pipe');
  onTestFinished(async () => {
    child.stdin?.end();
    await ended;
  });
  let said = '';
  child.stderr?.on('data', (text) => (said += String(text)));
  const heard: Heard[] = [];
  const waiting = new Map<unknown, (answer: Heard) => void>();
  createInterface({ input: child.stdout ?? process.stdin }).on('line', (line) => {
    const answer = JSON.parse(line) as Heard;
    heard.push(answer);
    waiting.get(answer.id)?.(answer);
  });
  const write = (line: string): void => void child.stdin?.write(`${line}\n`);
  const ask = (id: unknown, line: string) =>
    new Promise<Heard>((resolve) => {
      waiting.set(id, resolve);
      write(line);
    });
  const clientInfo = { name: 'raw', version: '1' };
  const params = { protocolVersion: '2025-11-25', capabilities: {}, clientInfo };
  await ask(-1, JSON.stringify({ jsonrpc: '2.0', id: -1, method: 'initialize', params }));
  write(JSON.stringify({ jsonrpc: '2.0', method: 'notifications/initialized' }));
  heard.length = 0;
  return { child, ask, write, heard, warnings: () => said };
}
