/** A real `next dev`, whose pages, hub and browser are looked at. */
import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

import { expect, it } from 'vitest';

import { openPage } from '@annotate-mcp/hub/testing/browser';
import { openSocket } from '@annotate-mcp/hub/testing/json-socket';

import { createNextApp } from './testing/next-app.ts';

const files = {
  'next.config.mjs': `import { withAnnotate } from '@annotate-mcp/next';

const root = import.meta.dirname;
const nextConfig = { basePath: '/shop', turbopack: { root: root + '/../..' } };
export default withAnnotate(() => nextConfig, { root });
`,
  'app/layout.jsx': `import Link from 'next/link';

export default function Layout({ children }) {
  return (
    <html lang="en">
      <head>
        <script dangerouslySetInnerHTML={{ __html: 'document.theme = "dark"' }} />
      </head>
      <body>
        <Link href="/">Home</Link>
        {children}
      </body>
    </html>
  );
}

export const metadata = { icons: 'data:,' };
`,
  'app/page.jsx': `import { Counter } from './counter';

async function Quote() {
  return <q>Said</q>;
}

export default function Home() {
  return (
    <main>
      <h1>Heading</h1>
      <Quote />
      <Counter start={3} />
    </main>
  );
}
`,
  'app/counter.jsx': `'use client';
import { useState } from 'react';

export function Counter({ start }) {
  const [count, setCount] = useState(start);
  return <button onClick={() => setCount(count + 1)}>{count}</button>;
}
`,
  'pages/old.jsx': `import { useState } from 'react';

export default function Old() {
  const [isOpen, setOpen] = useState(false);
  return <h2 onClick={() => setOpen(true)}>{isOpen ? 'Open' : 'Old'}</h2>;
}
`,
  'pages/_document.jsx': `import { Head, Html, Main, NextScript } from 'next/document';

export default function Document() {
  return (
    <Html lang="en">
      <Head>
        <script dangerouslySetInnerHTML={{ __html: 'document.theme = "dark"' }} />
        <link rel="icon" href="data:," />
      </Head>
      <body>
        <Main />
        <NextScript />
      </body>
    </Html>
  );
}
`,
};

// What withAnnotate configures, serves and marks is tested beside its files; this is one app of many.
it.each(['--turbopack', '--webpack'])(
  'annotates the pages of next dev %s',
  { tags: ['full'], timeout: 300_000 },
  async (bundler) => checkPages(bundler),
);

async function checkPages(bundler: string): Promise<void> {
  await using app = createNextApp(files);
  const origin = await app.dev(bundler);
  const sources = async (path: string) => marksIn(await (await fetch(origin + path)).text());

  expect(await sources('/shop')).toEqual({
    html: 'app/layout.jsx:5:5',
    body: 'app/layout.jsx:9:7',
    a: 'app/layout.jsx:10:9',
    main: 'app/page.jsx:9:5',
    h1: 'app/page.jsx:10:7',
    q: 'app/page.jsx:4:10',
    button: 'app/counter.jsx:6:10',
  });
  expect(await sources('/shop/old')).toMatchObject({ h2: 'pages/old.jsx:5:10' });

  const socket = await openSocket(`${origin}/shop/__annotate`);
  expect(await fetch(`${origin}/shop/__annotate/manifest`)).toMatchObject({ status: 200 });
  const foreign = { headers: { Origin: 'http://example.com' } };
  expect(await fetch(`${origin}/shop/__annotate/manifest`, foreign)).toMatchObject({ status: 403 });
  socket.socket.close();

  await using browser = await openPage(`${origin}/shop`);
  await browser.page.locator('nga-overlay').waitFor({ state: 'attached' });
  await browser.page.getByRole('button', { name: '3' }).click();
  await browser.page.getByRole('button', { name: '4' }).waitFor();
  await browser.page.goto(`${origin}/shop/old`);
  await browser.page.locator('nga-overlay').waitFor({ state: 'attached' });
  await browser.page.getByText('Old').click();
  await browser.page.getByText('Open').waitFor();
  expect(browser.errors).toEqual([]);
  expect(browser.console.filter(({ type }) => type === 'warning' || type === 'error')).toEqual([]);
}

it.each(['--turbopack', '--webpack'])(
  'leaves nothing in next build %s',
  { tags: ['full'], timeout: 300_000 },
  async (bundler) => {
    await using app = createNextApp(files);
    await fetch(`${await app.dev(bundler)}/shop`);
    expect(await app.build(bundler)).toContain('/old');
    const built = globSync('.next/**/*', { cwd: app.root, withFileTypes: true })
      .filter((entry) => entry.isFile() && !/[\\/]\.next[\\/](?:dev|cache)\b/.test(entry.parentPath))
      .filter((entry) => isOurs(readFileSync(join(entry.parentPath, entry.name), 'latin1')));
    expect(built.map(({ name }) => name)).toEqual([]);
  },
);

function isOurs(code: string): boolean {
  return /annotate-mcp|__annotate|data-annotate/.test(code);
}

/** The source attribute of each kind of element. */
function marksIn(html: string): Record<string, string> {
  const marked = html.matchAll(/<([a-z]\w*)\b[^<>]* data-annotate-source="([^"]*)"/g);
  return Object.fromEntries(Array.from(marked, ([, tag = '', source = '']) => [tag, source]));
}
