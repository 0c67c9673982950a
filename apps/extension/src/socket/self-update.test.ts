import { afterEach, expect, it, vi } from 'vitest';

import { reloadWhenNewer } from './self-update.ts';

/** Stands in for Chrome: the folder has this build, and `reload` is counted. */
function inChrome(build: string | null) {
  const stored: Record<string, unknown> = {};
  const reload = vi.fn();
  vi.stubGlobal('chrome', {
    runtime: { getURL: (name: string) => `chrome-extension://id/${name}`, reload },
    storage: {
      local: { get: async () => stored, set: async (more: object) => Object.assign(stored, more) },
    },
  });
  vi.stubGlobal('fetch', async () => {
    if (build === null) throw new TypeError('Failed to fetch');
    return Response.json({ build, files: [] });
  });
  return reload;
}

afterEach(() => vi.unstubAllGlobals());

it('reloads for newer files, once for each build', async () => {
  const reload = inChrome('newer');
  await reloadWhenNewer(() => true);
  await reloadWhenNewer(() => true);
  expect(reload).toHaveBeenCalledOnce();
});

it('waits until no agent uses a tab', async () => {
  const reload = inChrome('newer');
  await reloadWhenNewer(() => false);
  expect(reload).not.toHaveBeenCalled();
  await reloadWhenNewer(() => true);
  expect(reload).toHaveBeenCalledOnce();
});

it.each([
  { name: 'its own', build: '__ANNOTATE_EXTENSION_BUILD__' },
  { name: 'none, as in a copy from the store', build: null },
])('does nothing when the build in its folder is $name', async ({ build }) => {
  const reload = inChrome(build);
  await reloadWhenNewer(() => true);
  expect(reload).not.toHaveBeenCalled();
});
