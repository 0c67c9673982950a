import { describe, expect, it } from 'vitest';

import { sendJson } from './answer.ts';
import { readBody, readJson } from './body.ts';
import type { Route } from './routes.ts';
import { ended, nextAnswer, open } from './testing/raw-client.ts';
import { listening } from './testing/servers.ts';

const echo: Route = {
  path: '/__annotate/api/annotations',
  policy: 'page',
  handle: async (request, response, { maxBodyBytes }) =>
    sendJson(response, 201, await readJson(request, maxBodyBytes)),
};
const head = [
  'POST /__annotate/api/annotations HTTP/1.1',
  'Host: localhost',
  'Content-Type: application/json',
];
const MiB = 1024 * 1024;
const words: unknown = expect.stringMatching(/\.$/);
const refusal = (code: string): unknown => ({ error: words, hint: words, code });

describe('a JSON body', () => {
  it.each([
    { name: 'is read', type: 'application/json', body: '{"a":1}', status: 201, answer: { a: 1 } },
    {
      name: 'is read with a charset',
      type: 'Application/JSON; charset=utf-8',
      body: '[1]',
      status: 201,
      answer: [1],
    },
    {
      name: 'is read after a byte order mark',
      type: 'application/json',
      body: '\uFEFF"x"',
      status: 201,
      answer: 'x',
    },
    {
      name: 'must parse',
      type: 'application/json',
      body: '{"a":1,}',
      status: 400,
      answer: refusal('body/bad-json'),
    },
    {
      name: 'must not be nested without end',
      type: 'application/json',
      body: `{"a":${'['.repeat(300_000)}${']'.repeat(300_000)}}`,
      status: 400,
      answer: refusal('body/too-deep'),
    },
    {
      name: 'may have brackets in its texts',
      type: 'application/json',
      body: JSON.stringify('['.repeat(1_000)),
      status: 201,
      answer: '['.repeat(1_000),
    },
    {
      name: 'must not be empty',
      type: 'application/json',
      body: '',
      status: 400,
      answer: refusal('body/empty'),
    },
    {
      name: 'must be UTF-8',
      type: 'application/json',
      body: Buffer.from([0x22, 0xff, 0x22]),
      status: 400,
      answer: refusal('body/bad-json'),
    },
    {
      name: 'must not be sent as text',
      type: 'text/plain',
      body: '{"a":1}',
      status: 415,
      answer: refusal('body/not-json-type'),
    },
    {
      name: 'must not be sent as a form',
      type: 'application/x-www-form-urlencoded',
      body: 'a=1',
      status: 415,
      answer: refusal('body/not-json-type'),
    },
  ])('$name', async ({ type, body, status, answer }) => {
    const { url, errors } = await listening({ routes: [echo] });
    const response = await fetch(`${url}/__annotate/api/annotations`, {
      method: 'POST',
      headers: { 'content-type': type },
      body,
    });
    expect(response.status).toBe(status);
    expect(await response.json()).toEqual(answer);
    expect(errors).toEqual([]);
  });

  it('must not be compressed', async () => {
    const { url } = await listening({ routes: [echo] });
    const headers = { 'content-type': 'application/json', 'content-encoding': 'gzip' };
    const response = await fetch(`${url}/__annotate/api/annotations`, { method: 'POST', headers, body: 'x' });
    expect(response.status).toBe(415);
    expect(await response.json()).toMatchObject({ code: 'body/encoded' });
  });

  it('does not repeat what was sent when it cannot be parsed', async () => {
    const { url } = await listening({ routes: [echo] });
    const headers = { 'content-type': 'application/json' };
    const body = '{"password": hunter2}';
    const response = await fetch(`${url}/__annotate/api/annotations`, { method: 'POST', headers, body });
    expect(await response.text()).not.toContain('hunter2');
  });

  it('is taken from a body parser that ran before', async () => {
    const parsed: Route = {
      ...echo,
      handle: async (request, response) => {
        await readBody(request, MiB);
        Object.assign(request, { body: { parsed: true } });
        sendJson(response, 201, await readJson(request, MiB));
      },
    };
    const { url } = await listening({ routes: [parsed] });
    const headers = { 'content-type': 'application/json' };
    const response = await fetch(`${url}/__annotate/api/annotations`, {
      method: 'POST',
      headers,
      body: '{}',
    });
    expect(await response.json()).toEqual({ parsed: true });
  });

  it('says so when it was read before and is gone', async () => {
    const twice: Route = {
      ...echo,
      handle: async (request) => {
        await readBody(request, MiB);
        await readBody(request, MiB);
      },
    };
    const { url } = await listening({ routes: [twice] });
    const response = await fetch(`${url}/__annotate/api/annotations`, { method: 'POST', body: 'x' });
    expect(await response.json()).toMatchObject({ code: 'body/already-read' });
  });
});

describe('a body that is too large', () => {
  const chunk = 'x'.repeat(MiB / 4);

  it.each([
    {
      name: 'by its Content-Length',
      headers: [`Content-Length: ${8 * MiB}`],
      frame: (text: string) => text,
      last: '',
    },
    {
      name: 'in chunks of unknown number',
      headers: ['Transfer-Encoding: chunked'],
      frame: (text: string) => `${text.length.toString(16)}\r\n${text}\r\n`,
      last: '0\r\n\r\n',
    },
  ])('$name is answered with 413, and the connection lives on', async ({ headers, frame, last }) => {
    const { port } = await listening({ routes: [echo] });
    const socket = await open(port);
    const refused = nextAnswer(socket);
    socket.write(`${[...head, ...headers].join('\r\n')}\r\n\r\n`);
    // All of it is sent whatever the server thinks, as simple clients do.
    for (let sent = 0; sent < 32; sent += 1)
      await new Promise((resolve) => socket.write(frame(chunk), resolve));
    socket.write(last);
    const { status, text } = await refused;
    expect(status).toBe(413);
    expect(JSON.parse(text)).toMatchObject({ code: 'body/too-large' });

    const next = nextAnswer(socket);
    socket.write(`${[...head, 'Content-Length: 2'].join('\r\n')}\r\n\r\n{}`);
    expect(await next).toMatchObject({ status: 201, text: '{}' });
    socket.destroy();
  });

  it('ends the connection when it does not stop', async () => {
    const { port } = await listening({ routes: [echo] });
    const socket = await open(port);
    const closed = ended(socket);
    socket.write(`${[...head, `Content-Length: ${1024 * MiB}`].join('\r\n')}\r\n\r\n`);
    // Far beyond any patience, and short of the announced length, which would end it too.
    const enough = 256 * MiB;
    const pour = (): void => {
      while (socket.writable && socket.bytesWritten < enough && socket.write(chunk));
    };
    socket.on('drain', pour);
    pour();
    await closed;
  });
});

it('a body that breaks off is neither handled nor reported as a failure', async () => {
  const outcome = Promise.withResolvers<unknown>();
  const begun = Promise.withResolvers<undefined>();
  const route: Route = {
    ...echo,
    handle: async (request) => {
      const body = readJson(request, MiB);
      begun.resolve(undefined);
      body.then(outcome.resolve, outcome.resolve);
      await body;
    },
  };
  const { port, errors } = await listening({ routes: [route] });
  const socket = await open(port);
  socket.write(`${[...head, 'Content-Length: 100'].join('\r\n')}\r\n\r\n{"a"`);
  await begun.promise;
  socket.destroy();
  expect(await outcome.promise).toMatchObject({ code: 'body/cut-off' });
  expect(errors).toEqual([]);
});
