/** Pages that frameworks render and hydrate, whose head begins with a script of the app: nothing of ours is in the way. */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { createServer } from 'node:net';
import { join } from 'node:path';

import { expect, it } from 'vitest';

import { openPage } from '@annotate-mcp/hub/testing/browser';
import { createInstalledApp } from '@annotate-mcp/unplugin/testing/installed-app';

interface RenderedApp {
  readonly name: string;
  readonly dependencies: Record<string, string>;
  readonly files: Record<string, string>;
  /** A program of \`node_modules\`, and its arguments. */
  readonly dev: readonly string[];
}

const script = 'document.theme = "dark"';
const reactHead = `<head>
        <script dangerouslySetInnerHTML={{ __html: '${script}' }} />`;
const viteDev = ['vite/bin/vite.js', 'dev', '--host', '127.0.0.1', '--port', '{port}', '--strictPort'];
const react = { react: '19.2.0', 'react-dom': '19.2.0' };
const manifest = { 'package.json': '{ "type": "module" }' };
const own = "import { annotate } from '@annotate-mcp/vite-plugin';\n";

const apps: readonly RenderedApp[] = [
  {
    name: 'TanStack Start',
    dependencies: {
      ...react,
      '@tanstack/react-router': '1.170.46',
      '@tanstack/react-start': '1.169.5',
      '@vitejs/plugin-react': '6.0.1',
      vite: '8.3.5',
    },
    files: {
      ...manifest,
      'vite.config.ts': `${own}import { tanstackStart } from '@tanstack/react-start/plugin/vite';
import react from '@vitejs/plugin-react';

export default { plugins: [annotate(), tanstackStart(), react()] };
`,
      'src/router.tsx': `import { createRouter } from '@tanstack/react-router';
import { routeTree } from './routeTree.gen';

export const getRouter = () => createRouter({ routeTree });
`,
      'src/routes/__root.tsx': `import { createRootRoute, HeadContent, Outlet, Scripts } from '@tanstack/react-router';

export const Route = createRootRoute({ component: Document });

function Document() {
  return (
    <html lang="en">
      ${reactHead}
        <HeadContent />
        <link rel="icon" href="data:," />
      </head>
      <body>
        <Outlet />
        <Scripts />
      </body>
    </html>
  );
}
`,
      'src/routes/index.tsx': `import { createFileRoute } from '@tanstack/react-router';
import { useState } from 'react';

export const Route = createFileRoute('/')({ component: Home });

function Home() {
  const [count, setCount] = useState(0);
  return <button onClick={() => setCount(count + 1)}>Count {count}</button>;
}
`,
    },
    dev: viteDev,
  },
  {
    name: 'SvelteKit',
    dependencies: {
      '@sveltejs/kit': '3.0.0',
      '@sveltejs/vite-plugin-svelte': '7.0.0',
      svelte: '5.57.1',
      typescript: '6.0.3',
      vite: '8.3.5',
    },
    files: {
      ...manifest,
      'vite.config.js': `${own}import { sveltekit } from '@sveltejs/kit/vite';

export default { plugins: [annotate(), sveltekit()] };
`,
      'src/app.html': `<!doctype html>
<html lang="en">
  <head><script>${script}</script><link rel="icon" href="data:," />%sveltekit.head%</head>
  <body><div>%sveltekit.body%</div></body>
</html>
`,
      'src/routes/+page.svelte': `<script>
  let count = $state(0);
</script>

<svelte:head><title>Home</title></svelte:head>
<button onclick={() => (count += 1)}>Count {count}</button>
`,
    },
    dev: viteDev,
  },
  {
    name: 'Nuxt',
    dependencies: { nuxt: '4.5.2' },
    files: {
      ...manifest,
      'nuxt.config.ts': `export default defineNuxtConfig({
  modules: ['@annotate-mcp/nuxt'], telemetry: false, devtools: { enabled: false },
  app: { head: { script: [{ innerHTML: '${script}', tagPriority: -20 }], link: [{ rel: 'icon', href: 'data:,' }] } },
});
`,
      'app/app.vue': `<script setup>
const count = ref(0);
</script>

<template>
  <button @click="count += 1">Count {{ count }}</button>
</template>
`,
    },
    dev: ['nuxt/bin/nuxt.mjs', 'dev', '--host', '127.0.0.1', '--port', '{port}'],
  },
  {
    name: 'Qwik',
    dependencies: {
      '@builder.io/qwik': '1.20.1',
      '@builder.io/qwik-city': '1.20.1',
      undici: '7.16.0',
      vite: '7.3.8',
    },
    files: {
      ...manifest,
      'vite.config.ts': `${own}import { qwikCity } from '@builder.io/qwik-city/vite';
import { qwikVite } from '@builder.io/qwik/optimizer';

export default { plugins: [annotate(), qwikCity(), qwikVite()] };
`,
      'tsconfig.json': '{ "compilerOptions": { "jsx": "react-jsx", "jsxImportSource": "@builder.io/qwik" } }',
      'src/entry.ssr.tsx': `import { renderToStream } from '@builder.io/qwik/server';
import Root from './root';

export default (options) => renderToStream(<Root />, { ...options, containerAttributes: { lang: 'en' } });
`,
      'src/root.tsx': `import { component$ } from '@builder.io/qwik';
import { QwikCityProvider, RouterOutlet } from '@builder.io/qwik-city';

export default component$(() => (
  <QwikCityProvider>
    <head>
      <script dangerouslySetInnerHTML={'${script}'} />
      <link rel="icon" href="data:," />
    </head>
    <body>
      <RouterOutlet />
    </body>
  </QwikCityProvider>
));
`,
      'src/routes/index.tsx': `import { component$, useSignal } from '@builder.io/qwik';

export default component$(() => {
  const count = useSignal(0);
  return <button onClick$={() => count.value++}>Count {count.value}</button>;
});
`,
    },
    dev: ['vite/bin/vite.js', '--mode', 'ssr', '--host', '127.0.0.1', '--port', '{port}', '--strictPort'],
  },
];

it.each(apps)(
  'stays out of what $name hydrates',
  { tags: ['full'], timeout: 600_000 },
  async ({ name, dependencies, files, dev }) => {
    const folder = `hydration-${name.toLowerCase().replaceAll(' ', '-')}`;
    await using app = await createInstalledApp(folder, dependencies, files);
    await using server = await startServer(app.root, dev);
    const opening = openPage(server.origin, { timeoutMs: 60_000 });
    await using browser = await opening.catch((cause: unknown) => {
      throw new Error(`The page cannot be opened: ${server.output()}`, { cause });
    });
    const { page } = browser;
    // With the first page a dev server finds packages to prepare, and loads the page again.
    await page.waitForLoadState('networkidle');
    await page.reload({ waitUntil: 'networkidle' });
    const [errors, messages] = [browser.errors.length, browser.console.length];
    await page.reload({ waitUntil: 'networkidle' });
    await page.locator('nga-overlay').waitFor({ state: 'attached' });
    await page.getByRole('button', { name: 'Count 0' }).click();
    await page.getByRole('button', { name: 'Count 1' }).waitFor();
    expect(await page.evaluate('document.theme')).toBe('dark');
    expect(browser.errors.slice(errors)).toEqual([]);
    const serious = browser.console
      .slice(messages)
      .filter(({ type }) => type === 'error' || type === 'warning');
    expect(serious).toEqual([]);
  },
);

async function startServer(cwd: string, [program = '', ...args]: readonly string[]) {
  const port = await freePort();
  const child = spawn(
    process.execPath,
    [join(cwd, 'node_modules', program), ...args.map((arg) => arg.replace('{port}', String(port)))],
    {
      cwd,
      env: { PATH: process.env.PATH, HOME: cwd, NO_COLOR: '1', ASTRO_TELEMETRY_DISABLED: '1' },
      stdio: ['ignore', 'pipe', 'pipe'],
    },
  );
  let output = '';
  const listening = Promise.withResolvers<undefined>();
  for (const stream of [child.stdout, child.stderr])
    stream.setEncoding('utf8').on('data', (text: string) => {
      output += text;
      if (output.includes(`:${port}`)) listening.resolve(undefined);
    });
  const ended = once(child, 'exit').then(() => listening.reject(new Error(`It ended: ${output}`)));
  await listening.promise;
  return {
    origin: `http://127.0.0.1:${port}/`,
    output: () => output,
    [Symbol.asyncDispose]: async () => {
      child.kill('SIGTERM');
      await ended;
    },
  };
}

async function freePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const address = server.address();
  await new Promise((resolve) => server.close(resolve));
  if (address === null || typeof address === 'string') throw new Error('There is no port.');
  return address.port;
}
