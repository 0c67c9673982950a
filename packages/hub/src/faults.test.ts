import { connect as connectTcp } from 'node:net';

import { describe, expect, it } from 'vitest';

import { create } from '@annotate-mcp/core';
import { sampleContent, sampleOfSize, sampleTime, uuidOf } from '@annotate-mcp/core/testing';
import { guard, policies } from '@annotate-mcp/http';

import { startHub } from './testing/hub-server.ts';
import { payload, TestTab } from './testing/tab.ts';

describe('a hostile tab', () => {
  it('with a 20 MB frame is closed with 1009, and nobody else notices', async () => {
    const { connect, store } = await startHub();
    const [calm, hostile] = [await connect(), await connect()];
    await calm.resume();
    await hostile.resume();
    hostile.say('x'.repeat(20 * 1024 * 1024));
    expect(await hostile.closed).toBe(1009);
    expect(await calm.ask({ type: 'annotation:create', payload: payload(5) })).toMatchObject({
      type: 'message:done',
    });
    expect(await store.count()).toBe(1);
  });

  it('that floods with nonsense is answered each time, in order, and goes on', async () => {
    const { connect, errors } = await startHub();
    const tab = await connect();
    await tab.resume();
    for (let n = 0; n < 5_000; n++) tab.say(`{"type":"nonsense","ref":"${n}"}`);
    expect(await tab.ask({ type: 'session:ping' })).toMatchObject({ type: 'message:done' });
    const refs = tab.heard.flatMap((message) => (message.type === 'error' ? [message.ref] : []));
    expect(refs).toEqual(Array.from({ length: 5_000 }, (_, n) => `${n}`));
    expect(errors).toEqual([]);
  });

  it('that sends bytes which are no frames is closed', async () => {
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

  it('that sends binary is refused in words', async () => {
    const { connect } = await startHub();
    const tab = await connect();
    await tab.resume();
    tab.socket.send(Buffer.from('{"type":"session:ping"}'));
    expect(await tab.next('error')).toMatchObject({ code: 'protocol/invalid' });
  });

  it('that does not read is cut off, and the others hear everything', async () => {
    const { connect, store } = await startHub({ timing: { lookMs: 100 } });
    const [calm, deaf] = [await connect(), await connect()];
    await calm.resume();
    await deaf.resume();
    deaf.socket.pause();
    const total = 40;
    for (let n = 1; n <= total; n++) {
      await store.add(sampleOfSize(512 * 1024, { appId: '.', id: uuidOf(n) }));
      expect(await calm.next('annotation:created')).toMatchObject({ annotation: { id: uuidOf(n) } });
    }
    deaf.socket.resume();
    expect(await deaf.closed).toBe(1006);
    const again = await connect();
    const [, sync] = await again.resume();
    expect(sync?.type === 'annotations:sync' && sync.annotations.length).toBe(total);
    // However large that was, it is not taken for one that does not read.
    expect(await again.ask({ type: 'session:ping' })).toMatchObject({ type: 'message:done' });
  });

  it('that falls silent is gone, and one whose browser answers is not', async () => {
    let now = new Date('2026-11-15T10:00:00.000Z');
    const { connect, store } = await startHub({ timing: { now: () => now, lookMs: 20 } });
    const dead = await connect({ autoPong: false });
    const asleep = await connect();
    await dead.resume({ sessionId: uuidOf(50) });
    await asleep.resume({ sessionId: uuidOf(51) });
    for (let seconds = 0; seconds < 35; seconds += 5) {
      now = new Date(now.getTime() + 5_000);
      await new Promise<void>((resolve) => asleep.socket.once('ping', () => resolve()));
      // The browser's answer is on its way; a message behind it says that it has come.
      await asleep.ask({ type: 'session:ping' });
    }
    expect(await dead.closed).toBe(1006);
    await expect.poll(async () => (await store.sessions.get(uuidOf(50)))?.active).toBe(false);
    expect(await store.sessions.get(uuidOf(51))).toMatchObject({ active: true });
  });
});

describe('a stranger', () => {
  const paths = ['/__annotate/manifest', '/__annotate/api/annotations', '/__inline-review/api/export'];

  it('on another origin can neither connect, read nor write', async () => {
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

  it('that was listed can do all of it', async () => {
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

  it('who posts as a form does is not stored', async () => {
    const { url, store } = await startHub();
    const answer = await fetch(`${url}/__annotate/api/annotations`, {
      method: 'POST',
      headers: { 'content-type': 'text/plain' },
      body: JSON.stringify(payload(5)),
    });
    expect(answer.status).toBe(415);
    expect(await store.count()).toBe(0);
  });

  it('who rebinds a name of theirs gets nothing', async () => {
    const { connect } = await startHub();
    const headers = { host: 'evil.example' };
    await expect(connect({ headers, origin: 'http://evil.example' })).rejects.toThrow('403');
  });

  it('from the LAN is refused at every route', async () => {
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

it('a store that fails is told in words, and what fails is reported', async () => {
  const { connect, store, errors } = await startHub();
  await store.add(create(sampleContent('page', { appId: '.' }), 'pending', sampleTime));
  const tab = await connect();
  await tab.resume();
  await store.close();
  const answer = await tab.ask({ type: 'annotation:create', payload: payload(5) });
  expect(answer).toMatchObject({ type: 'error', code: 'store/closed', id: uuidOf(5) });
  expect(errors.length).toBeGreaterThan(0);
  const late = await connect();
  late.say({ type: 'session:resume', protocol: 1, authorId: uuidOf(1), url: '/', cursor: 'x.1.a' });
  expect(await late.closed).toBe(1013);
});
