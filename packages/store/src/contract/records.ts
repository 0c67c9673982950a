import { describe, expect, it } from 'vitest';

import { AnnotateError, acknowledge, deleteOrWithdraw, editText, submit } from '@annotate-mcp/core';
import { sampleAgent, sampleAnnotation, sampleAuthor, sampleTime, uuidOf } from '@annotate-mcp/core/testing';

import { listAll } from './reader.ts';
import type { Subject } from './subject.ts';
import { createTestBed } from './test-bed.ts';

/** Keeping, finding and changing annotations. */
export function recordsContract(subject: Subject): void {
  const testBed = createTestBed(subject);
  const open = () => testBed.open(testBed.folder());
  const at = (seconds: number) => new Date(sampleTime.getTime() + seconds * 1_000);
  const numbered = (n: number) => ({ id: uuidOf(n), at: at(n) });

  describe('records', () => {
    it('is empty at first', async () => {
      const store = await open();
      expect(await store.list()).toEqual({ annotations: [], nextCursor: null });
      expect(await store.count()).toBe(0);
      expect(await store.get(uuidOf(1))).toBeNull();
    });

    it.each(['component', 'element', 'text', 'page', 'markdown'] as const)(
      'keeps a %s annotation',
      async (kind) => {
        const store = await open();
        const annotation = sampleAnnotation({ kind });
        expect(await store.add(annotation)).toEqual(annotation);
        expect(await store.get(annotation.id)).toEqual(annotation);
      },
    );

    it('finds every record that contains a text, also drafts and those of others', async () => {
      const store = await open();
      const screenshot = `${'ab12'.repeat(16)}.webp`;
      const pictured = (n: number, status: 'pending' | 'draft' = 'pending') =>
        Object.assign(sampleAnnotation({ ...numbered(n), kind: 'element', status }), { screenshot });
      const foreign = Object.assign(pictured(4), { origin: 'repository' as const });
      for (const annotation of [pictured(1), sampleAnnotation(numbered(2)), pictured(3, 'draft'), foreign])
        await store.add(annotation);
      expect((await store.idsContaining(screenshot)).toSorted()).toEqual([1, 3, 4].map((n) => uuidOf(n)));
      expect(await store.idsContaining(`${'cd34'.repeat(16)}.webp`)).toEqual([]);
    });

    it('adds an id once and answers a resend with what is stored', async () => {
      const store = await open();
      const first = await store.add(sampleAnnotation());
      const again = await store.add(sampleAnnotation({ annotationText: 'resent with another text' }));
      expect(again).toEqual(first);
      expect(await store.count()).toBe(1);
    });

    it('changes an annotation by a move and tells before and after', async () => {
      const store = await open();
      const before = await store.add(sampleAnnotation());
      const after = acknowledge(before, sampleAgent, at(1));
      expect(await store.update(before.id, (a) => acknowledge(a, sampleAgent, at(1)))).toEqual({
        before,
        after,
      });
      expect(await store.get(before.id)).toEqual(after);
    });

    it('writes nothing when the move refuses', async () => {
      const store = await open();
      const before = await store.add(sampleAnnotation({ status: 'acknowledged' }));
      const cursor = await store.head();
      const other = { type: 'agent', agentId: 'agent-2', agentName: 'codex' } as const;
      await expect(store.update(before.id, (a) => acknowledge(a, other, at(1)))).rejects.toThrow(
        /held by claude-code/,
      );
      expect(await store.get(before.id)).toEqual(before);
      expect(await store.changesSince(cursor)).toMatchObject({ type: 'changes', changes: [] });
    });

    it('answers null for an unknown id, and false when there is nothing to remove', async () => {
      const store = await open();
      expect(await store.update(uuidOf(9), (a) => a)).toBeNull();
      expect(await store.remove(uuidOf(9))).toBe(false);
    });

    it('removes by a move and by id', async () => {
      const store = await open();
      const drafts = [1, 2].map((n) => sampleAnnotation({ ...numbered(n), status: 'draft' }));
      for (const draft of drafts) await store.add(draft);
      const updated = await store.update(uuidOf(1), (a) => deleteOrWithdraw(a, sampleAuthor, at(9)));
      expect(updated).toEqual({ before: drafts[0], after: null });
      expect(await store.remove(uuidOf(2))).toBe(true);
      expect(await store.list({ draftsOf: sampleAuthor.authorId })).toEqual({
        annotations: [],
        nextCursor: null,
      });
    });

    it('submits a batch whole or not at all', async () => {
      const store = await open();
      for (const n of [1, 2, 3]) await store.add(sampleAnnotation({ ...numbered(n), status: 'draft' }));
      const mine = { status: ['draft'], draftsOf: sampleAuthor.authorId } as const;
      const failing = store.updateAll(mine, (a) => {
        if (a.id === uuidOf(3)) throw new Error('the third fails');
        return submit(a, sampleAuthor, at(9));
      });
      await expect(failing).rejects.toThrow('the third fails');
      expect(await store.count()).toBe(0);
      expect(await store.updateAll(mine, (a) => submit(a, sampleAuthor, at(9)))).toHaveLength(3);
      expect(await store.count({ status: ['pending'] })).toBe(3);
    });

    it('keeps fields of a newer release through a move of ours', async () => {
      const store = await open();
      const newer = { ...sampleAnnotation(), mood: 'calm' };
      await store.add(newer);
      await store.update(newer.id, (a) => acknowledge(a, sampleAgent, at(1)));
      expect(await store.get(newer.id)).toMatchObject({ mood: 'calm', status: 'acknowledged' });
    });

    it('keeps odd text as it is', async () => {
      const store = await open();
      const annotationText = '\u0000 \u2028 "quoted" \\ 𝒳 e\u0301 </script> \r\n end';
      await store.add(sampleAnnotation({ annotationText }));
      expect(await store.get(sampleAnnotation().id)).toMatchObject({ annotationText });
    });

    it('refuses what could not be read again, and keeps working', async () => {
      const store = await open();
      const broken = { ...sampleAnnotation(), boundingBox: { x: NaN, y: 0, width: 1, height: 1 } };
      await expect(store.add(broken)).rejects.toMatchObject({ code: 'annotation/invalid' });
      await store.add(sampleAnnotation());
      await expect(store.update(broken.id, () => broken)).rejects.toMatchObject({
        code: 'annotation/invalid',
      });
      expect(await listAll(store)).toEqual([sampleAnnotation()]);
    });

    it('refuses to work once closed', async () => {
      const store = await open();
      await store.close();
      const session = { id: 's', appId: '.', createdAt: '', lastSeenAt: '', active: true, url: '/' };
      await expect(store.add(sampleAnnotation())).rejects.toThrow(AnnotateError);
      await expect(store.list()).rejects.toThrow(AnnotateError);
      await expect(store.sessions.save(session)).rejects.toThrow(AnnotateError);
    });
  });

  describe('lists', () => {
    const filled = async () => {
      const store = await open();
      const rows = [
        { ...numbered(1), pageUrl: '/a', sessionId: 's1', appId: 'shop' },
        { ...numbered(2), pageUrl: '/b', sessionId: 's1', appId: 'shop', status: 'acknowledged' },
        {
          ...numbered(3),
          pageUrl: 'http://localhost:4200/a/?utm_source=mail',
          sessionId: 's2',
          appId: 'blog',
          status: 'resolved',
        },
        { ...numbered(4), pageUrl: 'http://192.168.1.20:5173/a#top', appId: 'blog', kind: 'page' },
        { ...numbered(5), pageUrl: '/a', appId: 'blog', status: 'draft' },
        { ...numbered(6), pageUrl: '/a', appId: 'blog', status: 'draft', authorId: uuidOf(77) },
      ] as const;
      for (const row of rows) await store.add(sampleAnnotation(row));
      return store;
    };

    it.each([
      ['everything but drafts', {}, [1, 2, 3, 4]],
      ['some by id', { ids: [uuidOf(4), uuidOf(2), uuidOf(99)] }, [2, 4]],
      ['one status', { status: ['pending'] }, [1, 4]],
      ['several statuses in order of creation', { status: ['resolved', 'pending', 'resolved'] }, [1, 3, 4]],
      ['no status at all', { status: [] }, []],
      ['one kind', { kind: 'page' }, [4]],
      ['one page', { place: '/a' }, [1, 3, 4]],
      ['one page by another address of it', { place: 'http://127.0.0.1:5173/a/index.html#top' }, [1, 3, 4]],
      ['one page of another site', { place: 'https://shop.example/a' }, []],
      ['one page and status', { place: '/a', status: ['pending'] }, [1, 4]],
      ['one session', { sessionId: 's1' }, [1, 2]],
      ['one app', { appId: 'blog' }, [3, 4]],
      ['one app and status', { appId: 'blog', status: ['pending', 'resolved'] }, [3, 4]],
      ['what an agent holds', { holder: 'agent-1' }, [2]],
      ['nothing of what another agent holds', { holder: 'agent-2' }, []],
      ['drafts of their author', { draftsOf: sampleAuthor.authorId, appId: 'blog' }, [3, 4, 5]],
      ['only the drafts of their author', { draftsOf: sampleAuthor.authorId, status: ['draft'] }, [5]],
      ['no drafts without an author', { status: ['draft'] }, []],
      ['nothing that does not match', { place: "' OR 1=1 --" }, []],
    ] as const)('finds %s', async (_, query, expected) => {
      const store = await filled();
      const { annotations } = await store.list(query);
      expect(annotations.map(({ id }) => id)).toEqual(expected.map(uuidOf));
      expect(await store.count(query)).toBe(expected.length);
    });

    it('names every place that has something to show', async () => {
      const store = await filled();
      await store.add(sampleAnnotation({ ...numbered(7), pageUrl: '/only-a-draft', status: 'draft' }));
      expect(await store.places()).toEqual(['/a', '/b']);
      expect(await store.places({ appId: 'blog' })).toEqual(['/a']);
    });

    it.each(['oldest', 'newest'] as const)(
      'pages through all, %s first, while others add and remove',
      async (order) => {
        const store = await open();
        const total = 25;
        for (let n = 1; n <= total; n++) {
          await store.add(sampleAnnotation({ ...numbered(n), status: n % 2 ? 'pending' : 'resolved' }));
        }
        const seen: string[] = [];
        let cursor: string | null = null;
        do {
          const page = await store.list(
            { status: ['pending', 'resolved'] },
            { limit: 10, order, ...(cursor !== null && { cursor }) },
          );
          seen.push(...page.annotations.map(({ id }) => id));
          cursor = page.nextCursor;
          const last = seen.at(-1);
          if (last !== undefined) await store.remove(last);
        } while (cursor !== null);
        const expected = Array.from({ length: total }, (_, index) => uuidOf(index + 1));
        expect(seen).toEqual(order === 'oldest' ? expected : expected.reverse());
      },
    );

    it('caps a page and refuses a cursor it never gave out', async () => {
      const store = await filled();
      expect((await store.list({}, { limit: 0 })).annotations).toHaveLength(1);
      expect((await store.list({}, { limit: 1e9 })).annotations).toHaveLength(4);
      expect((await store.list({}, { limit: NaN })).annotations).toHaveLength(4);
      for (const cursor of ['', 'nonsense', 'WzEsMiwzLDRd', '🙂']) {
        await expect(store.list({}, { cursor })).rejects.toThrow(/cursor/);
      }
    });
  });

  if (subject.reach === 'process') return;

  it('is all there when opened again', async () => {
    const folder = testBed.folder();
    const store = await testBed.open(folder);
    for (const n of [1, 2, 3]) await store.add(sampleAnnotation(numbered(n)));
    await store.update(uuidOf(2), (a) => editText(a, sampleAuthor, at(9), 'edited'));
    const before = await listAll(store);
    await store.close();
    expect(await listAll(await testBed.open(folder))).toEqual(before);
  });
}
