import { describe, expect, it } from 'vitest';

import { sampleAnnotation, uuidOf } from '@annotate-mcp/core/testing';

import { allUri } from '../annotations/uris.ts';
import { clientKind } from '../testing/http-clients.ts';
import { startHttpServer } from '../testing/http-server.ts';
import { initialize, openStream, post } from '../testing/raw-mcp.ts';
import { until, untilAgents } from '../testing/store-events.ts';

import { idleMs, reconnectMs } from './streamable-legacy.ts';

const { connect } = clientKind('Streamable HTTP, older protocol');

const call = (name: string, args: object) => ({
  jsonrpc: '2.0',
  id: 7,
  method: 'tools/call',
  params: { name, arguments: args },
});

describe('a session', () => {
  it('that is deleted frees its claims and is unknown from then on', async () => {
    const { url, elsewhere } = await startHttpServer();
    await elsewhere.add(sampleAnnotation());
    const session = await initialize(url);
    await session.post({
      jsonrpc: '2.0',
      id: 1,
      method: 'tools/call',
      params: { name: 'acknowledge', arguments: { id: uuidOf(100) } },
    });
    const headers = { 'mcp-session-id': session.id };
    expect((await fetch(`${url}/mcp`, { method: 'DELETE', headers })).status).toBe(200);
    await until(elsewhere, uuidOf(100), ({ status }) => status === 'pending');
    await untilAgents(elsewhere, (agents) => agents.length === 0);
    expect((await session.post({ jsonrpc: '2.0', id: 2, method: 'ping' })).status).toBe(404);
  });

  it('without a stream ends after half an hour without a request', async () => {
    const { url, elsewhere, timer } = await startHttpServer();
    const session = await initialize(url);
    await timer.whenSet(idleMs);
    timer.pass(reconnectMs);
    expect((await session.post({ jsonrpc: '2.0', id: 1, method: 'ping' })).status).toBe(200);
    await untilAgents(elsewhere, (agents) => agents.length === 1);
    await timer.expire(idleMs);
    await untilAgents(elsewhere, (agents) => agents.length === 0);
    expect((await session.post({ jsonrpc: '2.0', id: 2, method: 'ping' })).status).toBe(404);
  });

  it('does not end while a stream is open', async () => {
    const { url, timer } = await startHttpServer();
    const session = await initialize(url);
    const stream = await openStream(url, session.id);
    await session.post({ jsonrpc: '2.0', id: 1, method: 'ping' });
    expect(timer.pending).toEqual([]);
    stream.drop();
    await timer.whenSet(reconnectMs);
  });

  it('that lost its stream frees its claims within seconds, and can still be used', async () => {
    const { url, elsewhere, timer } = await startHttpServer();
    await elsewhere.add(sampleAnnotation());
    const session = await initialize(url);
    const stream = await openStream(url, session.id);
    await session.post(call('acknowledge', { id: uuidOf(100) }));
    stream.drop();
    await timer.expire(reconnectMs);
    await until(elsewhere, uuidOf(100), ({ status }) => status === 'pending');
    await untilAgents(elsewhere, (agents) => agents.length === 0);
    const { status, text } = await session.post(call('list_sessions', {}));
    expect(status).toBe(200);
    expect(text).toContain(`You no longer hold annotation ${uuidOf(100)}`);
    await untilAgents(elsewhere, (agents) => agents.length === 1);
    await timer.expire(idleMs);
    await untilAgents(elsewhere, (agents) => agents.length === 0);
    expect((await session.post(call('list_sessions', {}))).status).toBe(404);
  });

  it('that lost its stream and opens another in time keeps its claims', async () => {
    const { url, elsewhere, timer } = await startHttpServer();
    await elsewhere.add(sampleAnnotation());
    const session = await initialize(url);
    const stream = await openStream(url, session.id);
    await session.post(call('acknowledge', { id: uuidOf(100) }));
    stream.drop();
    await timer.whenSet(reconnectMs);
    const second = await openStream(url, session.id);
    expect(timer.pending).toEqual([]);
    const { text } = await session.post(call('resolve', { id: uuidOf(100) }));
    expect(text).toContain('"ok":true');
    second.drop();
  });

  it('ends half an hour after the last request', async () => {
    const { url, elsewhere, timer } = await startHttpServer();
    const session = await initialize(url);
    (await openStream(url, session.id)).drop();
    await timer.expire(reconnectMs);
    await timer.expire(idleMs);
    await untilAgents(elsewhere, (agents) => agents.length === 0);
    expect((await session.post(call('list_sessions', {}))).status).toBe(404);
  });

  it('that lost its stream is notified on the next one of what changed meanwhile, once', async () => {
    const { url, elsewhere, timer } = await startHttpServer();
    const session = await initialize(url);
    await session.post({ jsonrpc: '2.0', id: 1, method: 'resources/subscribe', params: { uri: allUri } });
    const first = await openStream(url, session.id);
    first.drop();
    await timer.whenSet(reconnectMs);
    // Another client tells when the server has seen the change.
    const witness = await connect(url);
    await witness.follow(allUri);
    const seen = witness.hears(allUri);
    await elsewhere.add(sampleAnnotation());
    await seen;
    const second = await openStream(url, session.id);
    expect(await second.next()).toMatchObject({
      method: 'notifications/resources/updated',
      params: { uri: allUri },
    });
    expect(await second.next()).toMatchObject({ method: 'notifications/resources/list_changed' });
    second.drop();
  });

  it('has one stream at a time', async () => {
    const { url } = await startHttpServer();
    const session = await initialize(url);
    const stream = await openStream(url, session.id);
    const second = await fetch(`${url}/mcp`, {
      headers: { accept: 'text/event-stream', 'mcp-session-id': session.id },
    });
    expect(second.status).toBe(409);
    expect(await second.text()).toMatch(/Only one SSE stream is allowed/);
    stream.drop();
  });

  it('begins only with initialize', async () => {
    const { url } = await startHttpServer();
    const answer = await post(url, { jsonrpc: '2.0', id: 1, method: 'tools/list' });
    expect(answer.status).toBe(400);
    expect(answer.text).toMatch(/names no MCP session.*initialize/);
  });
});
