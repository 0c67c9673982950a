import { connect as connectTcp } from 'node:net';

import { describe, expect, it } from 'vitest';

import { create, protocolVersion } from '@annotate-mcp/core';
import { sampleContent, sampleOfSize, sampleTime, uuidOf } from '@annotate-mcp/core/testing';
import { guard, policies } from '@annotate-mcp/http';

import { startHub } from './testing/hub-server.ts';
import { payload, TestTab } from './testing/tab.ts';

describe('a hostile tab', () => {
  it('that sends a 20 MB frame is closed with 1009, and other tabs are not affected', async () => {
    const { connect, store } = await startHub();
    const [calm, hostile] = [await connect(), await connect()];
    await calm.resume();
    await hostile.resume();
    hostile.send('x'.repeat(20 * 1024 * 1024));
    expect(await hostile.closed).toBe(1009);
    expect(await calm.request({ type: 'annotation:create', payload: payload(5) })).toMatchObject({
      type: 'message:done',
    });
    expect(await store.count()).toBe(1);
  });

  it('that sends thousands of invalid messages gets an answer to each, in order', async () => {
    const { connect, errors } = await startHub();
    const tab = await connect();
    await tab.resume();
    for (let n = 0; n < 5_000; n++) tab.send(`{"type":"nonsense","ref":"${n}"}`);
    expect(await tab.request({ type: 'session:ping' })).toMatchObject({ type: 'message:done' });
    const refs = tab.received.flatMap((message) => (message.type === 'error' ? [message.ref] : []));
    expect(refs).toEqual(Array.from({ length: 5_000 }, (_, n) => `${n}`));
    expect(errors).toEqual([]);
  });

  it('that sends values which are nested without end gets an answer, over the socket and over HTTP', async () => {
    const { connect, url, errors } = await startHub();
    const tab = await connect();
    await tab.resume();
    const deep = '['.repeat(200_000) + ']'.repeat(200_000);
    tab.send(`{"type":"annotation:create","payload":{"inputs":${deep}}}`);
    expect(await tab.next('error')).toMatchObject({ code: 'protocol/invalid' });
    const answer = await fetch(`${url}/__annotate/api/annotations`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', origin: url },
      body: `{"payload":${deep}}`,
    });
    expect([answer.status, await answer.json()]).toEqual([
      400,
      expect.objectContaining({ code: 'body/too-deep' }),
    ]);
    expect(await tab.request({ type: 'session:ping' })).toMatchObject({ type: 'message:done' });
    expect(errors).toEqual([]);
  });

  it('that sends bytes which are not frames is closed', async () => {
    const { connect, port } = await startHub();
    const socket = connectTcp(port, '127.0.0.1');
    const ended = new Promise((resolve) => socket.once('close', resolve));
    socket.on('error', () => undefined).resume();
    socket.write(
      `GET /__annotate HTTP/1.1\r\nHost: 127.0.0.1:${port}\r\nOrigin: http://127.0.0.1:${port}\r\n` +
        'Connection: Upgrade\r\nUpgrade: websocket\r\nSec-WebSocket-Version: 13\r\n' +
        `Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\n\r\n${'\xff'.repeat(100)}`,
      'latin1',
    );
    await ended;
    const tab = await connect();
    expect(await tab.resume()).toHaveLength(3);
  });

  it('that sends binary data gets an error message', async () => {
    const { connect } = await startHub();
    const tab = await connect();
    await tab.resume();
    tab.socket.send(Buffer.from('{"type":"session:ping"}'));
    expect(await tab.next('error')).toMatchObject({ code: 'protocol/invalid' });
  });

  it('that does not read is disconnected, and the others receive everything', { tags: 'full' }, async () => {
    const { connect, store } = await startHub({ timing: { checkIntervalMs: 100 } });
    const [calm, paused] = [await connect(), await connect()];
    await calm.resume();
    await paused.resume();
    paused.socket.pause();
    const total = 40;
    for (let n = 1; n <= total; n++) {
      await store.add(sampleOfSize(512 * 1024, { appId: '.', id: uuidOf(n) }));
      expect(await calm.next('annotation:created')).toMatchObject({ annotation: { id: uuidOf(n) } });
    }
    paused.socket.resume();
    expect(await paused.closed).toBe(1006);
    const again = await connect();
    const [, sync] = await again.resume();
    expect(sync?.type === 'annotations:sync' && sync.annotations.length).toBe(total);
    // A list of any size does not count as unread data.
    expect(await again.request({ type: 'session:ping' })).toMatchObject({ type: 'message:done' });
  });

  it('that answers no ping is disconnected, and one whose browser answers is not', async () => {
    let now = new Date('2026-11-15T10:00:00.000Z');
    const { connect, store } = await startHub({ timing: { now: () => now, checkIntervalMs: 20 } });
    const silent = await connect({ autoPong: false });
    const background = await connect();
    await silent.resume({ sessionId: uuidOf(50) });
    await background.resume({ sessionId: uuidOf(51) });
    for (let seconds = 0; seconds < 35; seconds += 5) {
      now = new Date(now.getTime() + 5_000);
      await new Promise<void>((resolve) => background.socket.once('ping', () => resolve()));
      // The pong is sent before this message, so it has arrived when the message is answered.
      await background.request({ type: 'session:ping' });
    }
    expect(await silent.closed).toBe(1006);
    await expect.poll(async () => (await store.sessions.get(uuidOf(50)))?.active).toBe(false);
    expect(await store.sessions.get(uuidOf(51))).toMatchObject({ active: true });
  });
});

describe('a request', () => {
  const paths = ['/__annotate/manifest', '/__annotate/api/annotations', '/__inline-review/api/export'];

  it('from another origin can neither connect, read nor write', async () => {
    const { url, store } = await startHub();
    for (const origin of ['https://evil.example', 'http://127.0.0.1:1', 'null']) {
      await expect(TestTab.open(`${url}/__annotate`, { origin })).rejects.toThrow('403');
      for (const path of paths) {
        const answer = await fetch(`${url}${path}`, { headers: { origin } });
        expect({ origin, path, status: answer.status }).toEqual({ origin, path, status: 403 });
        expect(answer.headers.get('access-control-allow-origin')).toBeNull();
      }
      const written = await fetch(`${url}/__annotate/api/annotations`, {
        method: 'POST',
        headers: { origin, 'content-type': 'application/json' },
        body: JSON.stringify(payload(5)),
      });
      expect(written.status).toBe(403);
    }
    expect(await store.count()).toBe(0);
  });

  it('from an allowed origin can connect and read', async () => {
    const origin = 'http://localhost:3000';
    const { url, connect } = await startHub({ guard: { allowedOrigins: [origin] } });
    const tab = await connect({ origin });
    expect(await tab.resume()).toHaveLength(3);
    const script = await fetch(`${url}/__annotate/manifest`, {
      headers: { origin, 'sec-fetch-site': 'same-site', 'sec-fetch-dest': 'script' },
    });
    expect(script.status).toBe(200);
    expect(script.headers.get('access-control-allow-origin')).toBe(origin);
  });

  it('with the content type of a form is not stored', async () => {
    const { url, store } = await startHub();
    const answer = await fetch(`${url}/__annotate/api/annotations`, {
      method: 'POST',
      headers: { 'content-type': 'text/plain' },
      body: JSON.stringify(payload(5)),
    });
    expect(answer.status).toBe(415);
    expect(await store.count()).toBe(0);
  });

  it('with a forged Host (DNS rebinding) is refused', async () => {
    const { connect } = await startHub();
    const headers = { host: 'evil.example' };
    await expect(connect({ headers, origin: 'http://evil.example' })).rejects.toThrow('403');
  });

  it('from the local network is refused at every route', async () => {
    const { hub } = await startHub();
    for (const { policy } of hub.router.options.routes) {
      expect(policies[policy].peers).toBe('loopback-or-network');
      const facts = {
        method: 'GET',
        target: '/__annotate',
        hosts: ['192.168.1.5:5173'],
        origin: 'http://192.168.1.5:5173',
        fetchSite: 'same-origin',
        fetchDest: undefined,
        peer: '192.168.1.7',
        peerUser: 'unknown' as const,
        localAddress: '192.168.1.5',
        forwardedFor: [],
        tokens: {},
        contentLength: undefined,
        upgrade: false,
        tls: false,
      };
      expect(guard(facts, policy, hub.router.options)?.code).toBe('peer/network-off');
    }
  });
});

it('an error of the store is sent to the page and reported to onError', async () => {
  const { connect, store, errors } = await startHub();
  await store.add(create(sampleContent('page', { appId: '.' }), 'pending', sampleTime));
  const tab = await connect();
  await tab.resume();
  await store.close();
  const answer = await tab.request({ type: 'annotation:create', payload: payload(5) });
  expect(answer).toMatchObject({ type: 'error', code: 'store/closed', id: uuidOf(5) });
  expect(errors.length).toBeGreaterThan(0);
  const late = await connect();
  late.send({
    type: 'session:resume',
    protocol: protocolVersion,
    authorSecret: uuidOf(1),
    url: '/',
    cursor: 'x.1.a',
  });
  expect(await late.closed).toBe(1013);
});
