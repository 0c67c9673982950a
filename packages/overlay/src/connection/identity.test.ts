import { describe, expect, it } from 'vitest';

import { isUuid } from '@annotate-mcp/core';

import { MemoryStorage } from '../testing/memory-storage.ts';

import { authorIdOf, claimSession } from './identity.ts';
import type { Cookies } from './page-environment.ts';

const nowhere = { local: null, session: null };
const { locks } = navigator;

describe('authorIdOf', () => {
  it('stays the same on another port, where the cookie is and the storage is not', () => {
    const cookies = jar();
    const here = authorIdOf(cookies, { local: new MemoryStorage(), session: null });
    expect(isUuid(here)).toBe(true);
    expect(authorIdOf(cookies, { local: new MemoryStorage(), session: null })).toBe(here);
  });

  it('stays the same when cookies are cleared', () => {
    const storages = { local: new MemoryStorage(), session: null };
    expect(authorIdOf(jar(), storages)).toBe(authorIdOf(jar(), storages));
  });

  it('finds its cookie among others and replaces one that is no id', () => {
    const id = authorIdOf(jar(), nowhere);
    expect(authorIdOf(jar(`a=b; annotate-author=${id}; c=d`), nowhere)).toBe(id);
    expect(authorIdOf(jar(`not-annotate-author=${id}`), nowhere)).not.toBe(id);
    expect(isUuid(authorIdOf(jar('annotate-author=<script>'), nowhere))).toBe(true);
  });

  it('does without cookies and storage', () => {
    const forbidden: Cookies = {
      read: () => {
        throw new DOMException('sandboxed', 'SecurityError');
      },
      write: () => {
        throw new DOMException('sandboxed', 'SecurityError');
      },
    };
    expect(isUuid(authorIdOf(forbidden, nowhere))).toBe(true);
  });

  it('asks for a cookie of this site only, for a year', () => {
    const written: string[] = [];
    authorIdOf({ read: () => '', write: (cookie) => written.push(cookie) }, nowhere);
    expect(written[0]).toMatch(/^annotate-author=[\da-f-]{36}; path=\/; max-age=31536000; SameSite=Strict$/);
  });
});

describe('claimSession', () => {
  it('resumes the session of a page that was reloaded', async () => {
    const tab = { local: null, session: new MemoryStorage() };
    const before = await claimSession('.', tab, locks);
    const reloaded = claimSession('.', tab, locks);
    // The page that is replaced lets go a moment later.
    before.release();
    expect((await reloaded).id).toBe(before.id);
    (await reloaded).release();
  });

  it('never shares a session with the tab that it was duplicated from', async () => {
    const session = new MemoryStorage();
    const original = await claimSession('.', { local: null, session }, locks);
    const copy = new MemoryStorage();
    copy.setItem('annotate:session:.', original.id);
    const duplicate = await claimSession('.', { local: null, session: copy }, locks, 20);
    expect(duplicate.id).not.toBe(original.id);
    expect(copy.getItem('annotate:session:.')).toBe(duplicate.id);
    original.release();
    duplicate.release();
  });

  it('has a session for each app that the same address serves', async () => {
    const tab = { local: null, session: new MemoryStorage() };
    const one = await claimSession('apps/a', tab, locks);
    const other = await claimSession('apps/b', tab, locks);
    expect(other.id).not.toBe(one.id);
    one.release();
    other.release();
  });

  it('takes what the tab remembers where there are no locks', async () => {
    const tab = { local: null, session: new MemoryStorage() };
    const before = await claimSession('.', tab, null);
    expect((await claimSession('.', tab, null)).id).toBe(before.id);
  });

  it('does without storage', async () => {
    expect(isUuid((await claimSession('.', nowhere, null)).id)).toBe(true);
  });
});

/** A cookie jar that shows what was written, without its attributes. */
function jar(cookies = ''): Cookies {
  let shown = cookies;
  return { read: () => shown, write: (cookie) => (shown = cookie.split(';')[0] ?? '') };
}
