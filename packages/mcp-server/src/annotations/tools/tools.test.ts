import { describe, expect, it } from 'vitest';

import { editText, reply as say, turnOf, withdraw } from '@annotate-mcp/core';
import { sampleAuthor, uuidOf } from '@annotate-mcp/core/testing';

import { startLinked, textOf } from '../../testing/linked-client.ts';
import { idsOf, numbered } from '../../testing/numbered-annotations.ts';
import type { AnnotationsUse } from '../toolset.ts';

import { tools } from './index.ts';

describe('every tool', () => {
  it('has a title, a description, honest hints and schemas', async () => {
    const { client } = await (await startLinked()).connect();
    const listed = (await client.listTools()).tools;
    expect(listed.map(({ name }) => name)).toEqual(tools.map(({ name }) => name));
    for (const tool of listed) {
      expect(tool.title).toMatch(/\w/);
      expect(tool.description).toMatch(/\.$/);
      expect(tool.annotations).toMatchObject({
        readOnlyHint: expect.any(Boolean) as unknown,
        openWorldHint: false,
      });
      expect(tool.outputSchema).toMatchObject({ type: 'object' });
    }
  });

  it('is offered only to clients that have what it needs', async () => {
    const { connect } = await startLinked();
    const offered = async (use: AnnotationsUse) => {
      const { client } = await connect('claude-code', use);
      return (await client.listTools()).tools.map(({ name }) => name);
    };
    const [all, elsewhere, reading] = await Promise.all([
      offered('work'),
      offered('work-elsewhere'),
      offered('read'),
    ]);
    expect(all.filter((name) => !elsewhere.includes(name))).toEqual(['find_source', 'look_at']);
    expect(elsewhere.filter((name) => !reading.includes(name))).toEqual([
      'watch_annotations',
      ...['acknowledge', 'resolve', 'dismiss', 'reply', 'release'],
      'update_annotation_target',
    ]);
    expect(reading.length).toBe(all.length - 9);
  });

  it('answers an unknown id with what to do', async () => {
    const { call } = await (await startLinked()).connect();
    for (const [name, input] of Object.entries({
      acknowledge: {},
      resolve: {},
      dismiss: { reason: 'no' },
      reply: { message: 'hm' },
      release: {},
      get_annotation: {},
      find_source: {},
      look_at: {},
      update_annotation_target: { replacementText: 'x' },
    })) {
      await expect(call(name, { id: 'nope', ...input })).rejects.toThrow(
        /There is no annotation nope.*list_annotations/,
      );
    }
  });

  it('never shows or touches a draft', async () => {
    const { store, connect } = await startLinked();
    await store.add(numbered(1, { status: 'draft' }));
    const { call } = await connect();
    expect(idsOf(await call('list_annotations'))).toEqual([]);
    expect(idsOf(await call('get_all_pending'))).toEqual([]);
    await expect(call('get_annotation', { id: uuidOf(1) })).rejects.toThrow(/There is no annotation/);
    await expect(call('reply', { id: uuidOf(1), message: 'I see you' })).rejects.toThrow(
      /There is no annotation/,
    );
    expect(await store.get(uuidOf(1))).toEqual(numbered(1, { status: 'draft' }));
  });

  it.each([
    ['dismiss', { id: 'x' }],
    ['dismiss', { id: 'x', reason: '  ' }],
    ['reply', { id: 'x', message: '' }],
    ['acknowledge', {}],
    ['list_annotations', { status: 'draft' }],
    ['list_annotations', { limit: 0 }],
    ['list_annotations', { cursor: 'nonsense' }],
    ['watch_annotations', { timeoutMs: -1 }],
    ['get_session', { sessionId: 'nope' }],
    ['get_pending', { sessionId: 'nope' }],
  ])('refuses %s with %j and says why', async (name, input) => {
    const { call } = await (await startLinked()).connect();
    const failure = await call(name, input).catch((error: unknown) => String(error));
    expect(failure).toMatch(/\w+ \w+/);
    expect(failure).not.toMatch(/ {4}at |node_modules/);
  });

  it('says which arguments are wrong, why, and what to do', async () => {
    const { client } = await (await startLinked()).connect();
    const { isError, content } = await client.callTool({
      name: 'dismiss',
      arguments: { id: 5, reason: ' ', claimToken: 5 },
    });
    expect(isError).toBe(true);
    expect(JSON.parse(textOf(content))).toEqual({
      error: expect.stringMatching(
        /^dismiss does not take these arguments: id: .*expected string, received number; reason: must not be blank\. Correct/,
      ) as unknown,
      code: 'arguments/invalid',
    });
  });
});

describe('working on an annotation', () => {
  it('goes from pending to resolved, and the thread shows each step', async () => {
    const { store, connect } = await startLinked();
    await store.add(numbered(1));
    const { call, agent } = await connect();
    const claimed = await call('acknowledge', { id: uuidOf(1), message: 'On it.' });
    expect(claimed).toMatchObject({
      ok: true,
      annotation: {
        status: 'acknowledged',
        claim: { agentId: agent.id, agentName: 'claude-code' },
        domSnapshot: expect.any(String) as unknown,
      },
      pageDerived: expect.stringContaining('never instructions') as unknown,
    });
    await call('reply', { id: uuidOf(1), message: 'Tell me which blue.', expectsAnswer: true });
    expect(turnOf((await store.get(uuidOf(1))) ?? numbered(1))).toBe('answer');
    expect(await call('resolve', { id: uuidOf(1), summary: 'Bold now.' })).toMatchObject({
      ok: true,
      annotation: { status: 'resolved' },
    });
    expect((await store.get(uuidOf(1)))?.replies).toMatchObject([
      { author: 'agent', agentName: 'claude-code', message: 'On it.' },
      { message: 'Tell me which blue.' },
      { message: 'Bold now.' },
    ]);
  });

  it('can be dismissed with a reason, and given back', async () => {
    const { store, connect } = await startLinked();
    await store.add(numbered(1));
    const { call } = await connect();
    await call('acknowledge', { id: uuidOf(1) });
    expect(await call('release', { id: uuidOf(1) })).toMatchObject({ annotation: { status: 'pending' } });
    await call('dismiss', { id: uuidOf(1), reason: 'It is bold already' });
    expect(await store.get(uuidOf(1))).toMatchObject({
      status: 'dismissed',
      replies: [{ message: 'Dismissed: It is bold already' }],
    });
  });

  it('is claimed by one of two agents, and the other learns which', async () => {
    const { store, connect } = await startLinked();
    await store.add(numbered(1));
    const [one, two] = [await connect('claude-code'), await connect('codex')];
    await one.call('acknowledge', { id: uuidOf(1) });
    await expect(two.call('acknowledge', { id: uuidOf(1) })).rejects.toThrow(/held by claude-code/);
    await expect(two.call('resolve', { id: uuidOf(1) })).rejects.toThrow(/held by claude-code/);
    await expect(one.call('acknowledge', { id: uuidOf(1) })).rejects.toThrow(/You already hold/);
  });

  it('is not resolved before the person’s reply was read, and is refused only once', async () => {
    const { store, connect } = await startLinked();
    await store.add(numbered(1));
    const { call } = await connect();
    await call('acknowledge', { id: uuidOf(1) });
    await store.update(uuidOf(1), (a) =>
      say(a, sampleAuthor, new Date(), { id: uuidOf(90), message: 'green, please' }),
    );
    await expect(call('resolve', { id: uuidOf(1) })).rejects.toThrow(/green, please/);
    expect(await call('resolve', { id: uuidOf(1) })).toMatchObject({ ok: true });
  });

  it('reports to its holder once, with the next call, that the author withdrew it', async () => {
    const { store, connect } = await startLinked();
    await store.add(numbered(1));
    const { call } = await connect();
    await call('acknowledge', { id: uuidOf(1) });
    await store.update(uuidOf(1), (a) => withdraw(a, sampleAuthor, new Date()));
    expect(await call('list_sessions')).toMatchObject({
      notices: [expect.stringMatching(/withdrawn by its author/)],
    });
    expect(await call('list_sessions')).not.toHaveProperty('notices');
  });

  it('reports the loss also when a list shows it first, and together with a refusal', async () => {
    const { store, connect } = await startLinked();
    for (const n of [1, 2]) await store.add(numbered(n));
    const { call } = await connect();
    for (const n of [1, 2]) await call('acknowledge', { id: uuidOf(n) });
    await store.update(uuidOf(1), (a) => withdraw(a, sampleAuthor, new Date()));
    expect(await call('list_annotations')).toMatchObject({ notices: [expect.stringContaining(uuidOf(1))] });
    await store.update(uuidOf(2), (a) => withdraw(a, sampleAuthor, new Date()));
    await expect(call('resolve', { id: uuidOf(2) })).rejects.toThrow(/notices.*withdrawn by its author/);
  });

  it('is not reported as lost to calls that run at the same time as its release', async () => {
    const { store, connect } = await startLinked();
    const { call } = await connect();
    for (const n of [1, 2, 3, 4]) {
      await store.add(numbered(n));
      await call('acknowledge', { id: uuidOf(n) });
    }
    const answers = await Promise.all([1, 2, 3, 4].map((n) => call('resolve', { id: uuidOf(n) })));
    for (const answer of answers) expect(answer).not.toHaveProperty('notices');
  });

  it('is refused without structured content, which older clients would check against the output schema', async () => {
    const { client } = await (await startLinked()).connect();
    const refused = await client.callTool({ name: 'resolve', arguments: { id: 'nope' } });
    expect(refused).toMatchObject({
      isError: true,
      content: [{ text: expect.stringContaining('"error"') as unknown }],
    });
    expect(refused).not.toHaveProperty('structuredContent');
  });

  it('says what a quoted text became', async () => {
    const { store, connect } = await startLinked();
    await store.add(numbered(1, { kind: 'text' }));
    await store.add(numbered(2, { kind: 'page' }));
    const { call } = await connect();
    await call('update_annotation_target', { id: uuidOf(1), replacementText: 'free shipping' });
    expect(await store.get(uuidOf(1))).toMatchObject({ replacementText: 'free shipping' });
    await expect(call('update_annotation_target', { id: uuidOf(2), replacementText: 'x' })).rejects.toThrow(
      /quotes no text/,
    );
  });
});

describe('an edited text', () => {
  it('is what the agent gets', async () => {
    const { store, connect } = await startLinked();
    await store.add(numbered(1));
    await store.update(uuidOf(1), (a) => editText(a, sampleAuthor, new Date(), 'Make it green'));
    const { call } = await connect();
    expect(await call('acknowledge', { id: uuidOf(1) })).toMatchObject({
      annotation: { annotationText: 'Make it green' },
    });
  });
});
