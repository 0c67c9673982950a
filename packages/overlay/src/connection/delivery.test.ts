import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';

import { type Annotation, type PageMessage, type PagePayload, withdraw } from '@annotate-mcp/core';
import { sampleAnnotation, sampleAuthor, sampleTime, uuidOf } from '@annotate-mcp/core/testing';

import { MemoryStorage } from '../testing/memory-storage.ts';

import { createDelivery, type Delivery, type DeliveryOptions } from './delivery.ts';
import { type OutboxMessage, type OutboxEntry, openOutbox, type Outbox } from './outbox.ts';
import { openPictures } from './pictures.ts';
import { uploadPicture, uploadPictures } from './upload-picture.ts';

const id = uuidOf(100);
const payload: PagePayload = { kind: 'page', id, annotationText: 'Bolder', pageUrl: '/', pageTitle: '' };

let outbox: Outbox;
let sent: PageMessage[];
let problems: string[];
let ended: string[];

beforeEach(() => {
  [sent, problems, ended] = [[], [], []];
  outbox = openOutbox({
    projectId: '.',
    local: new MemoryStorage(),
    locks: null,
    onUnstored: () => undefined,
  });
  outbox.reload('tab');
});

afterEach(() => {
  vi.useRealTimers();
});

describe('createDelivery', () => {
  it('sends one after the other, each when the one before is done', () => {
    const delivery = deliver();
    const [first, second] = [1, 2].map((n) => outbox.add(accept(n)));
    delivery.open();
    delivery.sendNext();
    expect(sent).toEqual([{ ...accept(1), ref: first?.ref }]);
    delivery.done(first?.ref ?? '');
    expect(sent).toEqual([
      { ...accept(1), ref: first?.ref },
      { ...accept(2), ref: second?.ref },
    ]);
    delivery.done(second?.ref ?? '');
    expect(outbox.entries()).toEqual([]);
    expect(ended).toEqual(['done annotation:accept', 'done annotation:accept']);
  });

  it('sends nothing without a session, and again in the next one what got no answer', () => {
    const delivery = deliver();
    const entry = outbox.add(accept(1));
    delivery.sendNext();
    expect(sent).toEqual([]);
    delivery.open();
    delivery.pause();
    delivery.open();
    expect(sent.map(({ ref }) => ref)).toEqual([entry.ref, entry.ref]);
  });

  it('tries again what the store had trouble with, and says so once', () => {
    vi.useFakeTimers();
    const delivery = deliver();
    const { ref } = outbox.add(accept(1));
    delivery.open();
    for (let n = 0; n < 3; n++) {
      delivery.failed({ type: 'error', code: 'store/busy', message: 'The store is busy.', ref });
      delivery.sendNext();
      vi.advanceTimersByTime(2_000);
    }
    expect(sent).toHaveLength(4);
    expect(problems).toEqual(['The store is busy. What you wrote is kept and tried again.']);
    expect(outbox.entries()).toHaveLength(1);
  });

  it('returns a refused entry and sends the next one', () => {
    const delivery = deliver();
    const { ref } = outbox.add(accept(1));
    outbox.add(accept(2));
    delivery.open();
    expect(delivery.failed({ type: 'error', code: 'lifecycle/wrong-status', message: 'No.', ref })).toBe(
      true,
    );
    expect(ended).toEqual(['refused annotation:accept']);
    expect(sent).toHaveLength(2);
  });

  it('leaves errors about other things to others', () => {
    expect(deliver().failed({ type: 'error', code: 'internal', message: 'No.', ref: 'other' })).toBe(false);
  });

  it('refuses by itself what would end the connection', () => {
    const delivery = deliver();
    outbox.add({ type: 'annotation:create', payload: { ...payload, annotationText: 'é'.repeat(600_000) } });
    delivery.open();
    expect(sent).toEqual([]);
    expect(ended).toEqual(['refused annotation:create']);
  });

  it.each<{ name: string; message: OutboxMessage; stored: boolean; outcome: string }>([
    { name: 'a comment', message: { type: 'annotation:create', payload }, stored: true, outcome: 'done' },
    { name: 'an edit', message: edit('Make the price bold'), stored: true, outcome: 'done' },
    { name: 'an edit to another text', message: edit('Other'), stored: true, outcome: 'refused' },
    { name: 'a reply', message: reply(uuidOf(5)), stored: true, outcome: 'done' },
    { name: 'another reply', message: reply(uuidOf(6)), stored: true, outcome: 'refused' },
    { name: 'a deletion', message: { type: 'annotation:delete', id }, stored: false, outcome: 'done' },
  ])('takes $name that is refused at the second try for $outcome', ({ message, stored, outcome }) => {
    const replies = [{ id: uuidOf(5), author: 'user', message: 'Why?', createdAt: '' } as const];
    const delivery = deliver({
      storedAnnotation: () => (stored ? { ...sampleAnnotation(), replies: [...replies] } : undefined),
    });
    const { ref } = outbox.add(message);
    delivery.open();
    delivery.pause();
    delivery.open();
    delivery.failed({ type: 'error', code: 'lifecycle/wrong-status', message: 'No.', ref });
    expect(ended).toEqual([`${outcome} ${message.type}`]);
  });

  it('does not delete again what its first try withdrew', () => {
    const withdrawn = withdraw(sampleAnnotation(), sampleAuthor, sampleTime);
    let stored: Annotation = sampleAnnotation();
    const delivery = deliver({ storedAnnotation: () => stored });
    outbox.add({ type: 'annotation:delete', id });
    delivery.open();
    delivery.pause();
    stored = withdrawn;
    delivery.open();
    expect(sent).toHaveLength(1);
    expect(ended).toEqual(['done annotation:delete']);
  });

  it('does not re-open again what an agent has closed since its first try', () => {
    const replies = [{ id: uuidOf(5), author: 'user', message: 'Why?', createdAt: '' } as const];
    const delivery = deliver({ storedAnnotation: () => ({ ...sampleAnnotation(), replies: [...replies] }) });
    outbox.add({ type: 'annotation:reopen', id, replyId: uuidOf(5), message: 'Why?' });
    delivery.open();
    delivery.pause();
    delivery.open();
    expect(sent).toHaveLength(1);
    expect(ended).toEqual(['done annotation:reopen']);
  });

  it('reports a deletion that is refused at the first try', () => {
    const delivery = deliver();
    const { ref } = outbox.add({ type: 'annotation:delete', id });
    delivery.open();
    delivery.failed({ type: 'error', code: 'annotation/not-found', message: 'No.', ref });
    expect(ended).toEqual(['refused annotation:delete']);
  });
});

describe('a picture', () => {
  it.each([
    { status: 201, body: '{"name":"a.png"}', screenshot: 'a.png', problemCount: 0 },
    { status: 413, body: '', screenshot: undefined, problemCount: 1 },
    { status: 200, body: '{}', screenshot: undefined, problemCount: 1 },
  ])(
    'that is answered with $status goes with its comment or is told of',
    async ({ status, body, screenshot, problemCount }) => {
      const upload = () => answering(status, body);
      const pictures = openPictures();
      const delivery = deliver({ pictures, upload: (kept) => uploadPictures('/api', kept, upload) });
      const entry = outbox.add({ type: 'annotation:create', payload }, true);
      await pictures.put(entry.ref, { screenshot: new Blob(['x'], { type: 'image/png' }) });
      delivery.open();
      await expect.poll(() => sent).toHaveLength(1);
      expect(sent).toMatchObject([
        { payload: screenshot === undefined ? payload : { ...payload, screenshot } },
      ]);
      expect(problems).toHaveLength(problemCount);
      expect(await pictures.get(entry.ref)).toBeNull();
    },
  );

  const png = (text: string) => new Blob([text], { type: 'image/png' });
  /** Names each by what is in it. */
  const named: typeof fetch = async (_, init) =>
    new Response(JSON.stringify({ name: `${await new Response(init?.body).text()}.png` }));

  it.each([
    { kept: { pictures: [png('b'), png('c')] }, names: { pictures: ['b.png', 'c.png'] } },
    {
      kept: { screenshot: png('a'), pictures: [png('b')] },
      names: { screenshot: 'a.png', pictures: ['b.png'] },
    },
    { kept: png('a'), names: { screenshot: 'a.png' } },
  ])('goes into the field that it was kept for: $names', async ({ kept, names }) => {
    expect(await uploadPictures('/api', kept, named)).toEqual({ names, problem: null });
  });

  it('that is refused does not keep the others back', async () => {
    let calls = 0;
    const refusing: typeof fetch = (...call) => (++calls === 1 ? answering(413, '') : named(...call));
    const kept = { screenshot: png('a'), pictures: [png('b'), png('c')] };
    expect(await uploadPictures('/api', kept, refusing)).toEqual({
      names: { pictures: ['b.png', 'c.png'] },
      problem: '1 of 3 pictures could not be stored; your comment is sent without.',
    });
  });

  it.each([null, undefined, 'text', { screenshot: 'x', pictures: 'y' }, { pictures: [1] }])(
    'that is not one is not uploaded: %j',
    async (kept) => {
      const uploaded = await uploadPictures('/api', kept, () => Promise.reject(new Error('Not called.')));
      expect(uploaded).toMatchObject({ names: {}, problem: expect.any(String) as unknown });
    },
  );

  it('that was lost does not hold up its comment', async () => {
    const delivery = deliver({ upload: (kept) => uploadPictures('/api', kept, named) });
    outbox.add({ type: 'annotation:create', payload }, true);
    delivery.open();
    await expect.poll(() => sent).toHaveLength(1);
    expect(problems).toHaveLength(1);
  });

  it.each([
    ...[408, 429, 502, 503, 504].map((status) => ({ status, body: '' })),
    { status: 500, body: '{"error":"No.","code":"store/failed"}' },
  ])('is tried again after $status $body', async ({ status, body }) => {
    expect(await uploadPicture('/api', png('x'), () => answering(status, body))).toBe('later');
  });

  it('of a server that has failed otherwise is given up, so that the comments after it are sent', async () => {
    const failing = () => answering(500, '{"error":"No.","code":"internal"}');
    expect(await uploadPicture('/api', png('x'), failing)).toBe('refused');
  });

  it('is tried again when the server does not answer', async () => {
    const away = () => Promise.reject(new TypeError('Failed to fetch'));
    expect(await uploadPicture('/api', new Blob(['x']), away)).toBe('later');
  });
});

function deliver(options: Partial<DeliveryOptions> = {}): Delivery {
  return createDelivery({
    outbox,
    pictures: openPictures(),
    send: (message) => sent.push(message) > 0,
    upload: () => Promise.resolve('later'),
    storedAnnotation: () => undefined,
    onSent: () => undefined,
    onDone: (entry: OutboxEntry) => ended.push(`done ${entry.message.type}`),
    onRefused: (entry: OutboxEntry) => ended.push(`refused ${entry.message.type}`),
    onProblem: (text) => problems.push(text),
    ...options,
  });
}

function answering(status: number, body: string): Promise<Response> {
  return Promise.resolve(new Response(body === '' ? null : body, { status }));
}

function accept(n: number): OutboxMessage {
  return { type: 'annotation:accept', id: uuidOf(n) };
}

function edit(annotationText: string): OutboxMessage {
  return { type: 'annotation:edit', id, annotationText };
}

function reply(replyId: string): OutboxMessage {
  return { type: 'annotation:reply', id, replyId, message: 'Why?' };
}
