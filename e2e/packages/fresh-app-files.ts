/** Files of the fresh apps that no generator makes here. */

export function astroFiles(): Record<string, string> {
  const scripts = { dev: 'astro dev', build: 'astro build', preview: 'astro preview' };
  const manifest = {
    name: 'astro',
    type: 'module',
    version: '0.0.1',
    scripts,
    dependencies: { astro: '7.3.4' },
  };
  return {
    'package.json': `${JSON.stringify(manifest, null, 2)}\n`,
    '.gitignore': 'dist/\n.astro/\nnode_modules/\n',
    'tsconfig.json': '{ "extends": "astro/tsconfigs/strict" }\n',
    'astro.config.mjs':
      "// @ts-check\nimport { defineConfig } from 'astro/config';\n\n// https://astro.build/config\nexport default defineConfig({});\n",
    'src/pages/index.astro': `---

---

<html lang="en">
	<head>
		<meta charset="utf-8" />
		<meta name="viewport" content="width=device-width" />
		<meta name="generator" content={Astro.generator} />
		<title>Astro</title>
	</head>
	<body>
		<h1>Welcome to Astro</h1>
		<p>Edit this page to get started.</p>
	</body>
</html>
`,
  };
}

/** The template's own loads fonts from Google, which not every network reaches. */
export function nextFiles(): Record<string, string> {
  return {
    'app/layout.tsx': `import "./globals.css";

export default function RootLayout({ children }: { children: React.ReactNode }) {
  return (
    <html lang="en">
      <body>{children}</body>
    </html>
  );
}
`,
  };
}

export function nuxtFiles(): Record<string, string> {
  const scripts = {
    build: 'nuxt build',
    dev: 'nuxt dev',
    generate: 'nuxt generate',
    preview: 'nuxt preview',
    postinstall: 'nuxt prepare',
  };
  const dependencies = { nuxt: '^4.5.2', vue: '^3.5.0', 'vue-router': '^5.0.0' };
  const manifest = { name: 'nuxt', type: 'module', private: true, scripts, dependencies };
  return {
    'package.json': `${JSON.stringify(manifest, null, 2)}\n`,
    '.gitignore': '.output\n.data\n.nuxt\n.nitro\n.cache\ndist\nnode_modules\n',
    'tsconfig.json': `{
  // https://nuxt.com/docs/guide/concepts/typescript
  "files": [],
  "references": [
    { "path": "./.nuxt/tsconfig.app.json" },
    { "path": "./.nuxt/tsconfig.server.json" },
    { "path": "./.nuxt/tsconfig.shared.json" },
    { "path": "./.nuxt/tsconfig.node.json" }
  ]
}
`,
    'nuxt.config.ts':
      "// https://nuxt.com/docs/api/configuration/nuxt-config\nexport default defineNuxtConfig({\n  compatibilityDate: '2025-07-15',\n  devtools: { enabled: true }\n})\n",
    'app/app.vue': `<template>
  <div>
    <NuxtRouteAnnouncer />
    <h1>Welcome to Nuxt</h1>
    <p>Edit this page to get started.</p>
  </div>
</template>
`,
  };
}

export function expressFiles(): Record<string, string> {
  const manifest = {
    name: 'express',
    private: true,
    type: 'module',
    scripts: { start: 'node server.js' },
    dependencies: { express: '^5.2.0' },
  };
  return {
    'package.json': `${JSON.stringify(manifest, null, 2)}\n`,
    '.gitignore': 'node_modules\n',
    'server.js': `import express from 'express';

const app = express();
app.use(express.static('public'));
const server = app.listen(0, '127.0.0.1', () => {
  console.log(\`http://localhost:\${server.address().port}\`);
});
`,
    'public/index.html': shopPage,
  };
}

export function vitePressFiles(): Record<string, string> {
  const manifest = {
    name: 'vitepress',
    private: true,
    type: 'module',
    scripts: { 'docs:dev': 'vitepress dev docs', 'docs:build': 'vitepress build docs' },
    devDependencies: { vitepress: '1.6.4' },
  };
  return {
    'package.json': `${JSON.stringify(manifest, null, 2)}\n`,
    '.gitignore': 'node_modules\ndocs/.vitepress/cache\ndocs/.vitepress/dist\n',
    'docs/.vitepress/config.mts':
      "import { defineConfig } from 'vitepress';\n\nexport default defineConfig({\n  title: 'Guide',\n  description: 'A site with one page',\n});\n",
    'docs/index.md':
      '---\ntitle: Start\n---\n\n<script setup>\nimport Welcome from "./Welcome.vue";\n</script>\n\n<Welcome />\n',
    'docs/Welcome.vue': `<template>
  <section>
    <h1>Welcome to VitePress</h1>
    <p>Edit this page to get started.</p>
  </section>
</template>
`,
  };
}

export function tanstackStartFiles(): Record<string, string> {
  const manifest = {
    name: 'tanstack-start',
    private: true,
    type: 'module',
    scripts: { dev: 'vite dev', build: 'vite build' },
    dependencies: {
      '@tanstack/react-router': '1.170.46',
      '@tanstack/react-start': '1.169.5',
      react: '^19.2.0',
      'react-dom': '^19.2.0',
    },
    devDependencies: { '@vitejs/plugin-react': '^6.0.0', vite: '^8.0.0' },
  };
  return {
    'package.json': `${JSON.stringify(manifest, null, 2)}\n`,
    // The list of routes is written by the dev server and by the build.
    '.gitignore': 'node_modules\ndist\n.output\n.nitro\n.tanstack\nsrc/routeTree.gen.ts\n',
    'vite.config.ts':
      "import { tanstackStart } from '@tanstack/react-start/plugin/vite';\nimport react from '@vitejs/plugin-react';\nimport { defineConfig } from 'vite';\n\nexport default defineConfig({ plugins: [tanstackStart(), react()] });\n",
    'src/router.tsx':
      "import { createRouter } from '@tanstack/react-router';\n\nimport { routeTree } from './routeTree.gen';\n\nexport function getRouter() {\n  return createRouter({ routeTree });\n}\n",
    'src/routes/__root.tsx': `import { createRootRoute, HeadContent, Outlet, Scripts } from '@tanstack/react-router';

export const Route = createRootRoute({ component: Document });

// As the template that TanStack's own program makes: React hydrates the head, which begins with a script.
const theme = "document.documentElement.dataset.theme = 'light';";

function Document() {
  return (
    <html lang="en" suppressHydrationWarning>
      <head>
        <script dangerouslySetInnerHTML={{ __html: theme }} />
        <HeadContent />
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

export const Route = createFileRoute('/')({ component: Home });

function Home() {
  return (
    <main>
      <h1>Welcome to TanStack</h1>
      <p>Edit this page to get started.</p>
    </main>
  );
}
`,
  };
}

const shopPage =
  '<!doctype html>\n<html lang="en">\n  <head><title>Shop</title></head>\n  <body>\n    <h1>Orders</h1>\n    <p>Three are open.</p>\n  </body>\n</html>\n';

export function flaskFiles(): Record<string, string> {
  return {
    '.gitignore': '__pycache__\n',
    'app.py': `from flask import Flask, render_template

app = Flask(__name__)


@app.get("/")
def orders():
    return render_template("orders.html")
`,
    'templates/orders.html': shopPage,
  };
}

export function phpFiles(): Record<string, string> {
  return { 'index.php': `<?php header('Content-Type: text/html; charset=utf-8'); ?>\n${shopPage}` };
}
