import { expect, it, onTestFinished, vi } from 'vitest';

import { loadOverlay, scriptUrl } from './load-overlay';
import { hubOptions, patience } from './testing/start-app';

it.each([
  { where: 'at the root of a page without a base', url: '/__annotate/overlay.js' },
  { where: 'below the base of the page', href: '/shop/', url: '/shop/__annotate/overlay.js' },
  { where: 'below the base of the router', base: '/shop', url: '/shop/__annotate/overlay.js' },
  {
    where: 'below the base of the page, also with one of the router',
    href: '/a/',
    base: '/b/',
    url: '/a/__annotate/overlay.js',
  },
  { where: 'below the configured path', href: '/a/', hub: 'notes', url: '/a/notes/overlay.js' },
  { where: 'on another server', hub: 'http://localhost:4747/x/', url: 'http://localhost:4747/x/overlay.js' },
])('the script is $where', ({ href, base, hub, url }) => {
  const head = href === undefined ? '' : `<base href="${href}">`;
  const page = new DOMParser().parseFromString(head, 'text/html');
  expect(scriptUrl(page, hub, base)).toBe(new URL(url, location.origin).href);
});

it('the script runs in a page that requires Trusted Types', async () => {
  const warn = vi.spyOn(console, 'warn').mockImplementation(() => undefined);
  const frame = document.createElement('iframe');
  onTestFinished(() => {
    warn.mockRestore();
    frame.remove();
  });
  const policy = "require-trusted-types-for 'script'; trusted-types annotate-mcp";
  frame.srcdoc = `<meta http-equiv="Content-Security-Policy" content="${policy}"><p>Harbor</p>`;
  const loaded = new Promise((resolve) => frame.addEventListener('load', resolve, { once: true }));
  document.body.append(frame);
  await loaded;
  const page = frame.contentDocument;
  if (page === null) throw new Error('The frame has no page.');
  // The result is read from the page of the app, which is another page here.
  await loadOverlay(page, scriptUrl(page, hubOptions().hub), null);
  await vi.waitUntil(() => page.querySelector('nga-overlay'), patience);
});
