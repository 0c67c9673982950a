/** People, mentions and assignment as an agent gets them, through a real MCP client. */
import { describe, expect, it } from 'vitest';

import {
  acknowledge,
  type Addressee,
  type Annotation,
  assign,
  reply as say,
  resolve,
  unansweredMention,
} from '@annotate-mcp/core';
import { sampleAnnotation, sampleAuthor, sampleTime, uuidOf } from '@annotate-mcp/core/testing';

import { startLinked } from '../testing/linked-client.ts';

const now = { timeoutMs: 0 };

function numbered(
  n: number,
  to: Addressee | null = null,
  more: Partial<Pick<Annotation, 'authorName'>> = {},
) {
  const at = new Date(Date.UTC(2026, 10, 15, 9, 0, n));
  return { ...assign(sampleAnnotation({ id: uuidOf(n), at }), sampleAuthor, at, to), ...more };
}

const ada: Addressee = { type: 'person', id: uuidOf(1), name: 'Ada' };
const agent = (name: string): Addressee => ({ type: 'agent', name });

async function startWith(annotations: readonly Annotation[]) {
  const started = await startLinked();
  for (const annotation of annotations) await started.store.add(annotation);
  const connected = await started.connect();
  const numbers = async (tool: string, input: Record<string, unknown> = {}) => {
    const { annotations: found } = (await connected.call(tool, input)) as { annotations: Annotation[] };
    return found.map(({ id }) => annotations.findIndex((one) => one.id === id) + 1);
  };
  return { ...started, ...connected, numbers };
}

describe('the author of an annotation', () => {
  it('is with it in lists, in the whole, and after a move, and the fields of before are too', async () => {
    const named = numbered(1, null, { authorName: 'Ada\u202E\nLovelace' });
    const { call } = await startWith([named]);
    const author = { id: named.authorId, name: 'Ada Lovelace' };
    const { authorId } = named;
    expect(await call('list_annotations')).toMatchObject({ annotations: [{ author, authorId }] });
    expect(await call('get_annotation', { id: named.id })).toMatchObject({ annotation: { author } });
    expect(await call('acknowledge', { id: named.id })).toMatchObject({ annotation: { author, authorId } });
  });

  it('and the author of a reply is known by id, and both can be asked for', async () => {
    const byBo = { type: 'person', authorId: uuidOf(9), authorName: 'Bo' } as const;
    const asked = say(numbered(1, null, { authorName: 'Ada' }), byBo, sampleTime, {
      id: uuidOf(50),
      message: 'Why, @Ada?',
      mentions: [ada],
    });
    const { call, numbers } = await startWith([asked, numbered(2)]);
    expect(await call('get_annotation', { id: uuidOf(1) })).toMatchObject({
      annotation: {
        replies: [{ author: 'user', authorId: uuidOf(9), authorName: 'Bo', mentions: [{ name: 'Ada' }] }],
      },
    });
    expect(await numbers('list_annotations', { author: 'ada' })).toEqual([1]);
    expect(await numbers('list_annotations', { author: 'Bo' })).toEqual([]);
  });

  it('can be mentioned by an agent', async () => {
    const { call, store } = await startWith([numbered(1, null, { authorName: 'Ada' })]);
    await call('reply', { id: uuidOf(1), message: 'Which one, @ada?' });
    expect((await store.get(uuidOf(1)))?.replies).toMatchObject([
      { mentions: [{ type: 'person', name: 'Ada' }] },
    ]);
  });
});

describe('what is assigned to others', () => {
  const all = [
    numbered(1),
    numbered(2, agent('Claude-Code')),
    numbered(3, agent('another-agent')),
    numbered(4, ada),
  ];

  it('is no work of an agent unless it asks for it', async () => {
    const { numbers } = await startWith(all);
    expect(await numbers('watch_annotations', now)).toEqual([1, 2]);
    expect(await numbers('get_all_pending')).toEqual([1, 2]);
    expect(await numbers('watch_annotations', { ...now, assignee: 'Another-Agent' })).toEqual([3]);
    expect(await numbers('get_all_pending', { assignee: 'anyone' })).toEqual([1, 2, 3, 4]);
    expect(await numbers('list_annotations')).toEqual([1, 2, 3, 4]);
    expect(await numbers('list_annotations', { assignee: 'me' })).toEqual([2]);
    expect(await numbers('list_annotations', { assignee: 'Ada' })).toEqual([4]);
  });

  it('leaves a watch waiting where there is nothing else', async () => {
    const { call } = await startWith([numbered(3, agent('another-agent'))]);
    expect(await call('watch_annotations', now)).toMatchObject({ status: 'timeout', annotations: [] });
  });

  it('cannot be claimed if it names another agent, and can be if it names a person', async () => {
    const { call } = await startWith(all);
    await expect(call('acknowledge', { id: uuidOf(3) })).rejects.toThrow(
      /is assigned to another-agent.*Work on another one/s,
    );
    expect(await call('acknowledge', { id: uuidOf(4) })).toMatchObject({ ok: true });
    expect(await call('acknowledge', { id: uuidOf(2) })).toMatchObject({ ok: true });
  });
});

describe('a mention of an agent', () => {
  const me = agent('claude-code');
  const codex = { type: 'agent', agentId: 'x', agentName: 'codex' } as const;
  const byAda = { type: 'person', authorId: uuidOf(1), authorName: 'Ada' } as const;
  const question = (n: number) => ({ id: uuidOf(60 + n), message: '@claude-code why?', mentions: [me] });

  it('in a request makes it work of that agent too, also when it is assigned to a person', async () => {
    const { numbers } = await startWith([
      { ...numbered(1, ada), mentions: [agent('Claude-Code')] },
      { ...numbered(2, ada), mentions: [agent('codex')] },
    ]);
    expect(await numbers('watch_annotations', now)).toEqual([1]);
    expect(await numbers('get_all_pending')).toEqual([1]);
  });

  it('in a reply wakes it, once, also in a thread that is closed or of another agent', async () => {
    const claimed = acknowledge(numbered(2), codex, sampleTime);
    const closed = resolve(numbered(1), codex, sampleTime, { id: uuidOf(50), message: 'Done.' });
    const { call, store } = await startWith([closed, claimed]);
    const waiting = call('watch_annotations', { timeoutMs: 20_000 });
    await store.update(closed.id, (one) => say(one, byAda, new Date(), question(1)));
    const woken = { annotationId: closed.id, id: uuidOf(61), message: '@claude-code why?' };
    expect(await waiting).toMatchObject({ status: 'annotations', annotations: [], replies: [woken] });
    expect(await call('watch_annotations', now)).toMatchObject({ status: 'timeout' });
    await store.update(claimed.id, (one) => say(one, byAda, new Date(), question(2)));
    expect(await call('watch_annotations', now)).toMatchObject({
      replies: [{ annotationId: claimed.id, id: uuidOf(62) }],
    });
  });

  it('counts until the agent has answered or taken the annotation, also for another process of it', () => {
    const asked = say(numbered(1, ada), byAda, sampleTime, question(1));
    expect(unansweredMention(asked, 'Claude-Code')?.id).toBe(uuidOf(61));
    expect(unansweredMention(asked, 'codex')).toBeNull();
    const answer = { id: uuidOf(70), message: 'Because.' };
    expect(unansweredMention(say(asked, codex, sampleTime, answer), 'claude-code')?.id).toBe(uuidOf(61));
    const own = { ...codex, agentName: 'claude-code' };
    expect(unansweredMention(say(asked, own, sampleTime, answer), 'claude-code')).toBeNull();
    expect(unansweredMention(acknowledge(asked, own, sampleTime), 'claude-code')).toBeNull();
  });
});
