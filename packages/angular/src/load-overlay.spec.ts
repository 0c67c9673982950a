import { expect, it } from 'vitest';

import { scriptUrl } from './load-overlay';

it.each([
  { where: 'at the root of a page without a base', url: '/__annotate/overlay.js' },
  { where: 'below the base of the page', href: '/shop/', url: '/shop/__annotate/overlay.js' },
  { where: 'below the base of the router', base: '/shop', url: '/shop/__annotate/overlay.js' },
  { where: 'below that of the page first', href: '/a/', base: '/b/', url: '/a/__annotate/overlay.js' },
  { where: 'in a folder of another name', href: '/a/', hub: 'notes', url: '/a/notes/overlay.js' },
  { where: 'on another server', hub: 'http://localhost:4747/x/', url: 'http://localhost:4747/x/overlay.js' },
])('the script is looked for $where', ({ href, base, hub, url }) => {
  const head = href === undefined ? '' : `<base href="${href}">`;
  const page = new DOMParser().parseFromString(head, 'text/html');
  expect(scriptUrl(page, hub, base)).toBe(new URL(url, location.origin).href);
});
