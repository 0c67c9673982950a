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
    'public/index.html':
      '<!doctype html>\n<html lang="en">\n  <head><title>Shop</title></head>\n  <body>\n    <h1>Orders</h1>\n    <p>Three are open.</p>\n  </body>\n</html>\n',
  };
}
