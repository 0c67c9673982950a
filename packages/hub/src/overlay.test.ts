import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

import { describe, expect, it } from 'vitest';

import { appIdOf, basePathOf, projectIdOf } from './options.ts';
import { installedOverlayFolder, overlayScript } from './overlay-files.ts';
import { startHub, temporaryFolder } from './testing/hub-server.ts';

function builtOverlay(): string {
  const folder = join(temporaryFolder(), 'page');
  mkdirSync(folder);
  writeFileSync(join(folder, 'overlay.js'), 'export const mountLoaded = () => undefined;');
  writeFileSync(join(folder, 'load-overlay.js'), 'mount(__ANNOTATE_CONFIG__);');
  writeFileSync(join(folder, 'screenshot-a1b2c3d4.js'), 'export {};');
  writeFileSync(join(folder, '..', 'secret.js'), 'secret');
  return folder;
}

describe('the overlay script', () => {
  it('mounts the overlay with the configuration of the hub, and is not cached', async () => {
    const { url, hub, root } = await startHub({
      overlayFolder: builtOverlay(),
      base: '/app/',
      overlay: { theme: 'dark', captureErrors: true, review: true },
    });
    const answer = await fetch(`${url}${hub.scriptPath}`);
    const script = await answer.text();
    expect(answer.headers.get('content-type')).toBe('text/javascript; charset=utf-8');
    expect(answer.headers.get('cache-control')).toBe('no-store');
    const config = {
      theme: 'dark',
      captureErrors: true,
      review: true,
      appId: '.',
      projectId: projectIdOf(root, '.'),
      projectRoot: root,
      appRoot: root,
      base: '/app/',
    };
    expect(script).toBe(`mount(${JSON.stringify(config)});`);
  });

  it('is kept by browsers for a server that may be away, as its entry is, and each load asks for a newer one', async () => {
    const { url, hub } = await startHub({ overlayFolder: builtOverlay(), keepsOverlay: true });
    for (const path of [hub.scriptPath, '/__annotate/page/overlay.js']) {
      const { headers } = await fetch(`${url}${path}`);
      expect(headers.get('cache-control')).toBe('private, max-age=0, stale-while-revalidate=604800');
    }
    const chunk = await fetch(`${url}/__annotate/page/screenshot-a1b2c3d4.js`);
    expect(chunk.headers.get('cache-control')).toContain('immutable');
  });

  it('contains the source root where it differs from the folder of the app', async () => {
    const { url, hub, root } = await startHub({ overlayFolder: builtOverlay(), sourceRoot: '/elsewhere' });
    const script = await (await fetch(`${url}${hub.scriptPath}`)).text();
    expect(script).toContain(`"appRoot":${JSON.stringify(root)},"sourceRoot":"/elsewhere"`);
  });

  it('is served below every path with anyBase, and under no other name', async () => {
    const folder = builtOverlay();
    const { url, hub } = await startHub({ overlayFolder: folder, anyBase: true });
    const status = async (path: string) => (await fetch(`${url}${path}`)).status;
    expect(await status(hub.scriptPath)).toBe(200);
    expect(await status(`/orders/5${hub.scriptPath}`)).toBe(200);
    expect(await status('/orders/__annotate/page/overlay.js?t=1')).toBe(200);
    expect(await status('/orders/__annotate')).toBe(426);
    expect(await status('/orders/my__annotate/manifest')).toBe(404);
    expect(await status('/orders?at=/__annotate/manifest')).toBe(404);
    const strict = await startHub({ overlayFolder: folder });
    expect((await fetch(`${strict.url}/orders/5${hub.scriptPath}`)).status).toBe(404);
  });

  it('escapes markup in paths', () => {
    const appId = '</script><script>alert(1)</script>\u2028$&';
    const script = overlayScript('mount(__ANNOTATE_CONFIG__)', { appId });
    expect(script).not.toContain('</script>');
    expect(script).toContain('\\u003c/script>');
    expect(script).toContain('\\u2028$&');
  });

  it('answers with the command to run when the overlay is not built', async () => {
    const { url, hub } = await startHub({ overlayFolder: '/nowhere' });
    for (const path of [hub.scriptPath, '/__annotate/page/overlay.js']) {
      const answer = await fetch(`${url}${path}`);
      expect(answer.status).toBe(500);
      expect(await answer.json()).toMatchObject({ hint: expect.stringContaining('npm run build') as string });
    }
  });

  it('comes from the installed overlay by default', () => {
    expect(installedOverlayFolder()).toMatch(/overlay[\\/]dist[\\/]page$/);
  });
});

describe('files of the overlay', () => {
  it('are validated for each request, unless their name has a hash of the content', async () => {
    const { url } = await startHub({ overlayFolder: builtOverlay() });
    const entry = await fetch(`${url}/__annotate/page/overlay.js`);
    expect(entry.headers.get('cache-control')).toBe('no-cache');
    const tag = entry.headers.get('etag') ?? '';
    const again = await fetch(`${url}/__annotate/page/overlay.js`, { headers: { 'if-none-match': tag } });
    expect(again.status).toBe(304);
    const chunk = await fetch(`${url}/__annotate/page/screenshot-a1b2c3d4.js`);
    expect(chunk.headers.get('cache-control')).toContain('immutable');
  });

  it.each(['/..%2fsecret.js', '/%2e%2e/secret.js', '/.hidden', '/nothing.js', '', '/a/b.js'])(
    'outside of its folder are not served: %s',
    async (name) => {
      const { url } = await startHub({ overlayFolder: builtOverlay() });
      expect((await fetch(`${url}/__annotate/page${name}`)).status).toBe(404);
    },
  );
});

it('the manifest has an ETag of its content', async () => {
  const { url } = await startHub({ manifest: () => ({ Card: { component: 'card.ts' } }) });
  const answer = await fetch(`${url}/__annotate/manifest`);
  expect(await answer.json()).toEqual({ Card: { component: 'card.ts' } });
  const tag = answer.headers.get('etag') ?? '';
  const again = await fetch(`${url}/__annotate/manifest`, { headers: { 'if-none-match': `W/${tag}` } });
  expect(again.status).toBe(304);
  expect((await fetch(`${url}/__annotate/manifest`, { method: 'POST' })).status).toBe(404);
});

describe('the access link', () => {
  const token = 'q1W2e3R4t5Y6u7I8o9P0';
  const forwarded = { 'x-forwarded-for': '203.0.113.9' };

  it('redirects to the app with the token in a cookie, which other requests are accepted with', async () => {
    const { url } = await startHub({ guard: { token }, base: '/app/' });
    const entered = await fetch(`${url}/__annotate?apiKey=${token}`, {
      headers: forwarded,
      redirect: 'manual',
    });
    expect(entered.status).toBe(303);
    expect(entered.headers.get('location')).toBe('/app/');
    const cookie = entered.headers.get('set-cookie') ?? '';
    expect(cookie).toContain('HttpOnly; SameSite=Strict');
    const [pair = ''] = cookie.split(';');
    const path = `${url}/__annotate/manifest`;
    expect((await fetch(path, { headers: forwarded })).status).toBe(401);
    expect((await fetch(path, { headers: { ...forwarded, cookie: pair } })).status).toBe(200);
  });

  it('sets the cookie at every route, and only for the right token', async () => {
    const { url } = await startHub({ guard: { token } });
    const right = await fetch(`${url}/__annotate/manifest?apiKey=${token}`);
    expect(right.headers.get('set-cookie')).toContain('annotate-key=');
    const wrong = await fetch(`${url}/__annotate/manifest?apiKey=wrong`);
    expect(wrong.headers.get('set-cookie')).toBeNull();
    expect((await fetch(`${url}/__annotate?apiKey=wrong`)).status).toBe(426);
    expect((await fetch(`${url}/__annotate`)).status).toBe(426);
    expect((await fetch(`${url}/__annotate/else`)).status).toBe(404);
  });
});

it.each([
  ['/p', '/p', '.'],
  ['/p', '/p/apps/shop', 'apps/shop'],
])('the id of an app in project %s at %s is %s', (projectRoot, appRoot, appId) => {
  expect(appIdOf(projectRoot, appRoot)).toBe(appId);
});

it.each([
  ['/', ''],
  ['/app/', '/app'],
  ['./', ''],
  ['', ''],
  ['https://cdn.example/assets/', '/assets'],
])('the base %j is the path prefix %j', (base, path) => {
  expect(basePathOf(base)).toBe(path);
});
