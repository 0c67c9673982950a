import { describe, expect, it } from 'vitest';

import { isUuid } from '@annotate-mcp/core';

import { MemoryStorage } from '../testing/memory-storage.ts';

import { authorProofOf, lockSession, forgetFormerAuthor } from './identity.ts';

const nowhere = { local: null, session: null };
const { locks } = navigator;

describe('authorProofOf', () => {
  it('is the same in all tabs of a browser and after a reload', () => {
    const storages = { local: new MemoryStorage(), session: null };
    const { authorSecret } = authorProofOf(storages);
    expect(isUuid(authorSecret)).toBe(true);
    expect(authorProofOf({ ...storages, session: new MemoryStorage() })).toEqual({ authorSecret });
  });

  it('is another one in another browser, and after the storage was cleared', () => {
    const storages = { local: new MemoryStorage(), session: null };
    const { authorSecret } = authorProofOf(storages);
    storages.local.clear();
    expect(authorProofOf(storages).authorSecret).not.toBe(authorSecret);
  });

  it('replaces a secret that is none', () => {
    const local = new MemoryStorage();
    local.setItem('annotate-author-secret', '<script>');
    const { authorSecret } = authorProofOf({ local, session: null });
    expect(isUuid(authorSecret)).toBe(true);
    expect(local.getItem('annotate-author-secret')).toBe(authorSecret);
  });

  it('names the id from before there were secrets, until the hub has given its drafts over', () => {
    const storages = { local: new MemoryStorage(), session: null };
    storages.local.setItem('annotate-author', '11111111-1111-4111-8111-111111111111');
    const proof = authorProofOf(storages);
    expect(proof.formerAuthorId).toBe('11111111-1111-4111-8111-111111111111');
    expect(proof.authorSecret).not.toBe(proof.formerAuthorId);
    forgetFormerAuthor(storages);
    expect(authorProofOf(storages)).toEqual({ authorSecret: proof.authorSecret });
  });

  it('does without storage', () => {
    expect(isUuid(authorProofOf(nowhere).authorSecret)).toBe(true);
    forgetFormerAuthor(nowhere);
  });
});

describe('lockSession', () => {
  it('resumes the session of a page that was reloaded', async () => {
    const tab = { local: null, session: new MemoryStorage() };
    const before = await lockSession('.', tab, locks);
    const reloaded = lockSession('.', tab, locks);
    // The page that is replaced lets go a moment later.
    before.release();
    expect((await reloaded).id).toBe(before.id);
    (await reloaded).release();
  });

  it('never shares a session with the tab that it was duplicated from', async () => {
    const session = new MemoryStorage();
    const original = await lockSession('.', { local: null, session }, locks);
    const copy = new MemoryStorage();
    copy.setItem('annotate:session:.', original.id);
    const duplicate = await lockSession('.', { local: null, session: copy }, locks, 20);
    expect(duplicate.id).not.toBe(original.id);
    expect(copy.getItem('annotate:session:.')).toBe(duplicate.id);
    original.release();
    duplicate.release();
  });

  it('has a session for each app that the same address serves', async () => {
    const tab = { local: null, session: new MemoryStorage() };
    const one = await lockSession('apps/a', tab, locks);
    const other = await lockSession('apps/b', tab, locks);
    expect(other.id).not.toBe(one.id);
    one.release();
    other.release();
  });

  it('takes what the tab remembers where there are no locks', async () => {
    const tab = { local: null, session: new MemoryStorage() };
    const before = await lockSession('.', tab, null);
    expect((await lockSession('.', tab, null)).id).toBe(before.id);
  });

  it('does without storage', async () => {
    expect(isUuid((await lockSession('.', nowhere, null)).id)).toBe(true);
  });
});
