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

it('has the token when the tab is loaded again', async () => {
  const codes = answerOnce();
  history.replaceState(null, '', '#code');
  await enterPage(sessionStorage);
  expect(await enterPage(sessionStorage)).toBe('secret');
  expect(codes).toHaveLength(1);
});

it('says what to do when the address was used before', async () => {
  answerOnce();
  for (const storage of [sessionStorage, null]) {
    history.replaceState(null, '', '#code');
    if (storage === null)
      await expect(enterPage(storage)).rejects.toThrow('ask your agent to open the file again');
    else await enterPage(storage);
  }
});
