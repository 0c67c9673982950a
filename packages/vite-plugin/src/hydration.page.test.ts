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
  /** Of a framework whose server and page load modules by paths below the app's folder only. */
  readonly isApart?: boolean;
}

const script = 'document.theme = "dark"';
const reactHead = `<head>
        <script dangerouslySetInnerHTML={{ __html: '${script}' }} />`;
const viteArguments = ['dev', '--host', '127.0.0.1', '--port', '{port}', '--strictPort'];
const viteDev = ['vite/bin/vite.js', ...viteArguments];
const react = { react: '19.2.0', 'react-dom': '19.2.0' };
const own = "import { annotate } from '@annotate-mcp/vite-plugin';\n";

const reactRouter = {
  files: {
    'vite.config.ts': `${own}import { reactRouter } from '@react-router/dev/vite';

export default { plugins: [annotate(), reactRouter()] };
`,
    'app/routes.ts': `import { index } from '@react-router/dev/routes';

export default [index('home.tsx')];
`,
    'app/root.tsx': `import { Links, Meta, Outlet, Scripts } from 'react-router';

export default function Root() {
  return (
    <html lang="en">
      ${reactHead}
        <Meta />
        <Links />
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
    'app/home.tsx': `import { useState } from 'react';

export default function Home() {
  const [count, setCount] = useState(0);
  return <button onClick={() => setCount(count + 1)}>Count {count}</button>;
}
`,
  },
  isApart: true,
};

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
    ...reactRouter,
    name: 'React Router 7',
    dependencies: {
      ...react,
      '@react-router/dev': '7.18.4',
      '@react-router/node': '7.18.4',
      isbot: '5.1.31',
      'react-router': '7.18.4',
      vite: '7.3.8',
    },
    dev: ['@react-router/dev/bin.js', ...viteArguments],
  },
  {
    ...reactRouter,
    name: 'React Router 8',
    dependencies: {
      react: '19.2.7',
      'react-dom': '19.2.7',
      '@react-router/dev': '8.4.0',
      '@react-router/node': '8.4.0',
      isbot: '5.1.31',
      'react-router': '8.4.0',
      vite: '8.3.5',
    },
    dev: ['@react-router/dev/bin.cjs', ...viteArguments],
  },
  {
    name: 'SolidStart',
    dependencies: {
      '@solidjs/router': '1.0.0',
      '@solidjs/start': '2.0.5',
      'solid-js': '1.9.15',
      vite: '8.3.5',
    },
    files: {
      'vite.config.ts': `${own}import { solidStart } from '@solidjs/start/config';

// Its own toolbar writes an error into the console, with annotate and without.
export default { plugins: [annotate(), solidStart({ devOverlay: false })] };
`,
      'tsconfig.json': '{ "compilerOptions": { "jsx": "preserve", "jsxImportSource": "solid-js" } }',
      'src/entry-client.tsx': `import { mount, StartClient } from '@solidjs/start/client';

mount(() => <StartClient />, document.getElementById('app'));
`,
      'src/entry-server.tsx': `import { createHandler, StartServer } from '@solidjs/start/server';

const Document = (props) => (
  <html lang="en">
    <head>
      <script innerHTML={'${script}'} />
      <link rel="icon" href="data:," />
      {props.assets}
    </head>
    <body>
      <div id="app">{props.children}</div>
      {props.scripts}
    </body>
  </html>
);

export default createHandler(() => <StartServer document={Document} />);
`,
      'src/app.tsx': `import { Router } from '@solidjs/router';
import { FileRoutes } from '@solidjs/start/router';
import { Suspense } from 'solid-js';

export default function App() {
  return (
    <Router root={(props) => <Suspense>{props.children}</Suspense>}>
      <FileRoutes />
    </Router>
  );
}
`,
      'src/routes/index.tsx': `import { createSignal } from 'solid-js';

export default function Home() {
  const [count, setCount] = createSignal(0);
  return <button onClick={() => setCount(count() + 1)}>Count {count()}</button>;
}
`,
    },
    dev: viteDev,
    isApart: true,
  },
  {
    name: 'Astro',
    dependencies: { ...react, '@astrojs/react': '7.0.0', astro: '7.3.4' },
    files: {
      'astro.config.mjs': `import { annotate } from '@annotate-mcp/astro';
import react from '@astrojs/react';

export default { integrations: [annotate(), react()] };
`,
      'src/pages/index.astro': `---
import { Counter } from '../counter.jsx';
---
<html lang="en">
  <head>
    <script is:inline set:html={'${script}'} />
    <link rel="icon" href="data:," />
  </head>
  <body>
    <Counter client:load />
  </body>
</html>
`,
      'src/counter.jsx': `import { useState } from 'react';

export function Counter() {
  const [count, setCount] = useState(0);
  return <button onClick={() => setCount(count + 1)}>Count {count}</button>;
}
`,
    },
    dev: ['astro/bin/astro.mjs', 'dev', '--host', '127.0.0.1', '--port', '{port}'],
    isApart: true,
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
  async ({ name, dependencies, files, dev, isApart }) => {
    const folder = `hydration-${name.toLowerCase().replaceAll(' ', '-')}`;
    // Some frameworks read there what they run on, and which packages they compile.
    const manifest = JSON.stringify({ type: 'module', dependencies });
    const written = { 'package.json': manifest, ...files };
    await using app = await createInstalledApp(folder, dependencies, written, { isApart });
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
