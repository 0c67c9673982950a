import { afterEach, beforeEach, expect, it, vi } from 'vitest';

import { openPage } from '@annotate-mcp/hub/testing/browser';
import { createApp } from '@annotate-mcp/unplugin/testing/app';

import { annotate } from './plugin.ts';
import { createDevServer } from './testing/dev-server.ts';

beforeEach(() => void vi.stubEnv('VITEST', undefined));
afterEach(() => void vi.unstubAllEnvs());

// As TanStack Start and React Router render: the head begins with a script of the app, and React hydrates the document.
const files = {
  'package.json': '{ "type": "module" }',
  'src/page.js': `import { createElement as h, useEffect } from 'react';
export const Page = () => {
  useEffect(() => void (globalThis.isHydrated = true), []);
  return h('html', { lang: 'en' },
    h('head', null,
      h('script', { dangerouslySetInnerHTML: { __html: 'document.theme = "dark"' } }),
      h('meta', { charSet: 'utf-8' }),
      h('title', null, 'Title'),
      h('link', { rel: 'icon', href: 'data:,' })),
    h('body', null, h('h1', null, 'Heading'), h('script', { type: 'module', src: '/src/client.js' })));
};
`,
  'src/client.js': `import { createElement as h } from 'react';
import { hydrateRoot } from 'react-dom/client';
import { Page } from './page.js';
hydrateRoot(document, h(Page), { onRecoverableError: (error) => console.error(error) });
`,
  'src/server.js': `import { createElement as h } from 'react';
import { renderToString } from 'react-dom/server';
import { Page } from './page.js';
export const render = () => '<!doctype html>' + renderToString(h(Page));
`,
};

it('stays out of a document that React hydrates as a whole', async () => {
  await using app = await createApp(files);
  await using server = await createDevServer(app, {
    plugins: [annotate({ store: 'memory:' })],
    appType: 'custom',
    optimizeDeps: { include: ['react', 'react-dom/client'] },
  });
  const { vite } = server;
  vite.middlewares.use((request, response, next) => {
    if (request.url !== '/') {
      next();
      return;
    }
    const respond = async () => {
      const { render } = (await vite.ssrLoadModule('/src/server.js')) as { render: () => string };
      response.setHeader('Content-Type', 'text/html').end(render());
    };
    respond().catch(next);
  });
  await vite.listen();
  await using browser = await openPage(`${server.origin()}/`);
  await browser.page.waitForFunction('globalThis.isHydrated');
  await browser.page.locator('nga-overlay').waitFor({ state: 'attached' });
  expect(await browser.page.locator('head > script[src$="/__annotate/overlay.js"]').count()).toBe(1);
  expect(browser.errors).toEqual([]);
  expect(browser.console.filter(({ type }) => type === 'error' || type === 'warning')).toEqual([]);
});
