import { createInterface } from 'node:readline';

import fc from 'fast-check';
import { describe, expect, it, onTestFinished } from 'vitest';

import { tools } from '../annotations/tools/index.ts';
import { startHttpServer, temporaryFolder, type HttpServer } from '../testing/http-server.ts';
import { initialize, post, type RawAnswer } from '../testing/raw-mcp.ts';
import { spawnStdio } from '../testing/stdio-process.ts';

/** Rounds of each kind: enough to meet every tool, few enough for every run of the tests. */
const numRuns = process.env.ANNOTATE_TEST_FULL === '1' ? 2_000 : 150;
const timeout = 300_000;

const methods = [
  'initialize',
  'ping',
  'tools/list',
  'tools/call',
  'resources/list',
  'resources/read',
  'resources/subscribe',
  'resources/templates/list',
  'prompts/list',
  'prompts/get',
  'completion/complete',
  'server/discover',
  'subscriptions/listen',
  'logging/setLevel',
  '__proto__',
];
const names = [...tools.map(({ name }) => name), 'constructor', ''];
const values = fc.oneof(
  fc.jsonValue(),
  fc.string({ unit: 'binary' }),
  fc.constantFrom(
    'annotations://page/%',
    'annotations://all',
    '00000000-0000-4000-8000-000000000064',
    '../..',
  ),
);
const argumentNames = [
  'id',
  'message',
  'reason',
  'sessionId',
  'cursor',
  'limit',
  'claimToken',
  'pageUrl',
  '__proto__',
];
const someArguments = fc.dictionary(fc.oneof(fc.constantFrom(...argumentNames), fc.string()), values, {
  maxKeys: 5,
});
// Left to chance, a watch would wait as long as it is told to.
const toolArguments = someArguments.map((input) => ({ ...input, timeoutMs: 0, batchWindowMs: 0 }));
const params = fc.oneof(
  values,
  fc.record(
    { name: fc.constantFrom(...names), arguments: fc.oneof(toolArguments, values) },
    { requiredKeys: ['name'] },
  ),
  fc.record({ uri: values }),
);
const messages = fc.oneof(
  fc.jsonValue(),
  fc.record(
    {
      jsonrpc: fc.oneof(
        { weight: 9, arbitrary: fc.constant('2.0') },
        { weight: 1, arbitrary: fc.jsonValue() },
      ),
      id: fc.oneof(fc.integer(), fc.string(), fc.jsonValue()),
      method: fc.oneof(
        { weight: 9, arbitrary: fc.constantFrom(...methods) },
        { weight: 1, arbitrary: fc.string() },
      ),
      params,
    },
    { requiredKeys: [] },
  ),
);
const calls = fc.record({ name: fc.constantFrom(...names), arguments: toolArguments });

describe('over Streamable HTTP', () => {
  it('any body gets a proper answer', { timeout }, async () => {
    const server = await startHttpServer();
    const session = await initialize(server.url);
    await fc.assert(
      fc.asyncProperty(messages, fc.boolean(), async (message, inSession) => {
        expectProper(await (inSession ? session.post(message) : post(server.url, message)));
      }),
      { numRuns },
    );
    await expectAlive(server);
  });

  it('any bytes get a proper answer', { timeout }, async () => {
    const server = await startHttpServer();
    await fc.assert(
      fc.asyncProperty(fc.string({ unit: 'binary' }), async (bytes) => {
        expectProper(await post(server.url, bytes));
      }),
      { numRuns },
    );
    await expectAlive(server);
  });

  it('each tool answers any arguments, in both protocols', { timeout }, async () => {
    const server = await startHttpServer();
    const session = await initialize(server.url);
    await fc.assert(
      fc.asyncProperty(calls, async (call) => {
        for (const answer of [await session.post(request(call)), await postNewer(server.url, call)]) {
          expectProper(answer);
          expect(answer.text).toMatch(/"(result|error)":/);
        }
      }),
      { numRuns },
    );
    await expectAlive(server);
  });

  it('any headers of the protocol get a proper answer', { timeout }, async () => {
    const { url } = await startHttpServer();
    const header = fc.stringMatching(/^[!-~]{1,40}$/);
    await fc.assert(
      fc.asyncProperty(header, header, header, async (sessionId, version, method) => {
        expectProper(
          await post(url, request({ name: 'list_sessions' }), {
            'mcp-session-id': sessionId,
            'mcp-protocol-version': version,
            'mcp-method': method,
          }),
        );
      }),
      { numRuns },
    );
  });
});

describe('over SSE', () => {
  it('any message gets a proper answer', { timeout }, async () => {
    const server = await startHttpServer();
    const connection = new AbortController();
    onTestFinished(() => connection.abort());
    const { body } = await fetch(`${server.url}/sse`, { signal: connection.signal });
    const reader = body?.pipeThrough(new TextDecoderStream()).getReader();
    let heard = (await reader?.read())?.value ?? '';
    const endpoint = /data: (.*)/.exec(heard)?.[1] ?? '';
    const send = async (message: unknown): Promise<RawAnswer> => {
      const answer = await fetch(new URL(endpoint, server.url), {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify(message),
      });
      return { status: answer.status, text: await answer.text() };
    };
    await fc.assert(
      fc.asyncProperty(messages, async (message) => expectProper(await send(message))),
      { numRuns },
    );
    // Answered in order of arrival or not at all, so this one is the end.
    await send({ jsonrpc: '2.0', id: 'the last one', method: 'no/such/method' });
    while (!heard.includes('the last one')) heard += (await reader?.read())?.value ?? '';
    expect(heard).not.toContain('    at ');
    await expectAlive(server);
  });
});

describe('over stdio', () => {
  it('no line ends the server, and each tool answers any arguments', { timeout }, async () => {
    const { child, ended } = spawnStdio(temporaryFolder());
    onTestFinished(async () => {
      child.stdin?.end();
      await ended;
    });
    const answers = new Map<unknown, (line: string) => void>();
    const heard: string[] = [];
    const lines = createInterface({ input: child.stdout ?? process.stdin });
    lines.on('line', (line) => {
      heard.push(line);
      answers.get((JSON.parse(line) as { id?: unknown }).id)?.(line);
    });
    const write = (line: string) => child.stdin?.write(`${line}\n`);
    const ask = (id: number, body: object) =>
      new Promise<string>((resolve) => {
        answers.set(id, resolve);
        write(JSON.stringify({ ...body, jsonrpc: '2.0', id }));
      });

    await ask(-1, {
      method: 'initialize',
      params: { protocolVersion: '2025-11-25', capabilities: {}, clientInfo: { name: 'raw', version: '1' } },
    });
    write(JSON.stringify({ jsonrpc: '2.0', method: 'notifications/initialized' }));
    let id = 1_000_000;
    await fc.assert(
      fc.asyncProperty(calls, messages, fc.string({ unit: 'binary' }), async (call, message, bytes) => {
        write(bytes.replaceAll(/[\r\n]/g, ' '));
        write(JSON.stringify(message));
        const answer = await ask(++id, { method: 'tools/call', params: call });
        expect(answer).toMatch(/"(result|error)":/);
        expectOwnWords(answer);
      }),
      { numRuns },
    );
    expect(child.exitCode).toBeNull();
    expect(heard.filter((line) => line.includes('    at '))).toEqual([]);
  });
});

const request = (call: object) => ({ jsonrpc: '2.0', id: 1, method: 'tools/call', params: call });

async function postNewer(url: string, call: { name: string }): Promise<RawAnswer> {
  const _meta = {
    'io.modelcontextprotocol/protocolVersion': '2026-07-28',
    'io.modelcontextprotocol/clientInfo': { name: 'raw', version: '1' },
    'io.modelcontextprotocol/clientCapabilities': {},
  };
  return post(url, request({ ...call, _meta }), {
    'mcp-protocol-version': '2026-07-28',
    'mcp-method': 'tools/call',
    'mcp-name': call.name,
  });
}

function expectProper({ status, text }: RawAnswer): void {
  expect([200, 202, 400, 404, 406, 415]).toContain(status);
  expect(text).not.toContain('    at ');
  if (status === 202) return;
  const messages = text.startsWith('{')
    ? [text]
    : [...text.matchAll(/^data: (.*)$/gm)].map(([, data]) => data ?? '');
  expect(messages.length).toBeGreaterThan(0);
  for (const message of messages) expectOwnWords(message);
}

/** Each refusal of a tool is JSON with an error and a code. */
function expectOwnWords(message: string): void {
  const parsed = JSON.parse(message) as { result?: { isError?: boolean; content: { text: string }[] } };
  expect(parsed).toBeTypeOf('object');
  if (parsed.result?.isError !== true) return;
  expect(JSON.parse(parsed.result.content[0]?.text ?? '')).toMatchObject({
    error: expect.any(String) as unknown,
    code: expect.any(String) as unknown,
  });
}

async function expectAlive({ url, errors }: HttpServer): Promise<void> {
  expect(errors).toEqual([]);
  const session = await initialize(url);
  expect((await session.post({ jsonrpc: '2.0', id: 1, method: 'ping' })).text).toContain('"result":{}');
}
