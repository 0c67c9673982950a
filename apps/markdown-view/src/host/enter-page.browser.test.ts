import { afterEach, expect, it, vi } from 'vitest';

import { enterPage } from './enter-page.ts';

const { pathname } = location;

afterEach(() => {
  sessionStorage.clear();
  history.replaceState(null, '', pathname);
  vi.restoreAllMocks();
});

function answerOnce() {
  const codes: unknown[] = [];
  vi.spyOn(globalThis, 'fetch').mockImplementation(async (input, init) => {
    codes.push(await new Request(input, init).json());
    return codes.length === 1
      ? Response.json({ token: 'secret' })
      : Response.json({ error: 'used' }, { status: 403 });
  });
  return codes;
}

it('exchanges the code of its address for the token, and removes the code', async () => {
  const codes = answerOnce();
  history.replaceState(null, '', '#code');
  expect(await enterPage(sessionStorage)).toBe('secret');
  expect({ codes, hash: location.hash }).toEqual({ codes: [{ code: 'code' }], hash: '' });
});

it('has the token when the tab is loaded again, also by its first address', async () => {
  const codes = answerOnce();
  for (const hash of ['#code', '', '#code']) {
    history.replaceState(null, '', pathname + hash);
    expect(await enterPage(sessionStorage)).toBe('secret');
  }
  expect(codes).toHaveLength(1);
});

it('says what to do when another tab has used the address', async () => {
  answerOnce();
  const elsewhere = null;
  history.replaceState(null, '', '#code');
  await enterPage(elsewhere);
  history.replaceState(null, '', '#code');
  await expect(enterPage(elsewhere)).rejects.toThrow('ask your agent to open the file again');
});
