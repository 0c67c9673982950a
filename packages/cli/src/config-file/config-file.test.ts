import { describe, expect, it } from 'vitest';

import { pageConfigs } from '../apps/configs/index.ts';
import { next } from '../apps/configs/next.ts';
import { nuxt, nuxtWithVitePlugin } from '../apps/configs/nuxt.ts';
import { solidStart } from '../apps/configs/solid-start.ts';
import { viteKind } from '../apps/configs/vite.ts';
import { webpack } from '../apps/configs/webpack.ts';
import { emptyManifest } from '../apps/manifest.ts';

import { type ConfigKind, hasPlugin, isOurs, withPlugin } from './config-file.ts';
import { withoutImport } from './without-import.ts';

const line = "import { annotate } from '@annotate-mcp/vite-plugin'";

/** What comes in is all that changes. */
const understood: readonly { name: string; before: string; after: string }[] = [
  {
    name: 'a list of plugins in one line, with comments around',
    before: `// top\nimport { defineConfig } from 'vite'\nimport react from '@vitejs/plugin-react' // jsx\n\n// https://vite.dev/config/\nexport default defineConfig({\n  plugins: [react()], // mine\n  server: {   port: 3000 },\n})\n`,
    after: `// top\nimport { defineConfig } from 'vite'\nimport react from '@vitejs/plugin-react' // jsx\n${line}\n\n// https://vite.dev/config/\nexport default defineConfig({\n  plugins: [annotate(), react()], // mine\n  server: {   port: 3000 },\n})\n`,
  },
  {
    name: 'a list of several lines, indented with tabs, with double quotes and semicolons',
    before: `import vue from "@vitejs/plugin-vue";\n\nexport default {\n\tplugins: [ // all of them\n\t\t// first\n\t\tvue(), // last\n\t],\n};\n`,
    after: `import vue from "@vitejs/plugin-vue";\nimport { annotate } from "@annotate-mcp/vite-plugin";\n\nexport default {\n\tplugins: [ // all of them\n\t\tannotate(),\n\t\t// first\n\t\tvue(), // last\n\t],\n};\n`,
  },
  {
    name: 'no plugins',
    before: `import { defineConfig } from 'vite';\nexport default defineConfig({\n    base: '/x/',\n});\n`,
    after: `import { defineConfig } from 'vite';\n${line};\nexport default defineConfig({\n    plugins: [annotate()],\n    base: '/x/',\n});\n`,
  },
  {
    name: 'no plugins, in one line',
    before: `import { defineConfig } from 'vite';\nexport default defineConfig({ base: '/x/' });\n`,
    after: `import { defineConfig } from 'vite';\n${line};\nexport default defineConfig({ plugins: [annotate()], base: '/x/' });\n`,
  },
  {
    name: 'an empty object',
    before: `export default {}\n`,
    after: `${line}\n\nexport default {\n  plugins: [annotate()],\n}\n`,
  },
  {
    name: 'an empty list',
    before: `export default { plugins: [] };\n`,
    after: `${line};\n\nexport default { plugins: [annotate()] };\n`,
  },
  {
    name: 'a function',
    before: `import { defineConfig } from 'vite';\nexport default defineConfig(({ mode }) => ({\n  plugins: [a()],\n  define: { x: mode },\n}));\n`,
    after: `import { defineConfig } from 'vite';\n${line};\nexport default defineConfig(({ mode }) => ({\n  plugins: [annotate(), a()],\n  define: { x: mode },\n}));\n`,
  },
  {
    name: 'a function with a body',
    before: `import { defineConfig, loadEnv } from 'vite';\nexport default defineConfig(async ({ mode }) => {\n  const env = loadEnv(mode, '.');\n  return {\n    plugins: [a(env)],\n  };\n});\n`,
    after: `import { defineConfig, loadEnv } from 'vite';\n${line};\nexport default defineConfig(async ({ mode }) => {\n  const env = loadEnv(mode, '.');\n  return {\n    plugins: [annotate(), a(env)],\n  };\n});\n`,
  },
  {
    name: 'names for the configuration and its plugins',
    before: `import a from 'a';\nconst plugins = [a()];\nconst config = { plugins } satisfies UserConfig;\nexport default config;\n`,
    after: `import a from 'a';\n${line};\nconst plugins = [annotate(), a()];\nconst config = { plugins } satisfies UserConfig;\nexport default config;\n`,
  },
  {
    name: 'a list with what may be missing',
    before: `import a from 'a';\nexport default { plugins: [isDev && a()].filter(Boolean) };\n`,
    after: `import a from 'a';\n${line};\nexport default { plugins: [annotate(), isDev && a()].filter(Boolean) };\n`,
  },
  {
    name: 'lines that end as on Windows',
    before: `import a from 'a';\r\nexport default {\r\n  plugins: [\r\n    a(),\r\n  ],\r\n};\r\n`,
    after: `import a from 'a';\r\n${line};\r\nexport default {\r\n  plugins: [\r\n    annotate(),\r\n    a(),\r\n  ],\r\n};\r\n`,
  },
  {
    name: 'a type in a comment, and a check that has to stay the first line',
    before: `// @ts-check\n/** @type {import('vite').UserConfig} */\nexport default {\n  base: '/',\n};\n`,
    after: `// @ts-check\n${line};\n\n/** @type {import('vite').UserConfig} */\nexport default {\n  plugins: [annotate()],\n  base: '/',\n};\n`,
  },
  {
    name: 'an import that is not used yet',
    before: `import { annotate as note } from '@annotate-mcp/vite-plugin';\nexport default { plugins: [] };\n`,
    after: `import { annotate as note } from '@annotate-mcp/vite-plugin';\nexport default { plugins: [note()] };\n`,
  },
];

describe('a vite.config', () => {
  it.each(understood)('with $name gets the plugin, and only that', ({ before, after }) => {
    expect(withPlugin(before, viteKind)).toEqual({ state: 'added', after });
    expect(withPlugin(after, viteKind)).toEqual({ state: 'wired' });
    expect(hasPlugin(before, viteKind)).toBe(false);
    expect(hasPlugin(after, viteKind)).toBe(true);
  });

  it.each([
    { name: 'no JavaScript', text: `export default {`, why: 'is not valid' },
    { name: 'a condition', text: `export default x ? { plugins: [] } : {};` },
    {
      name: 'two returns',
      text: `export default () => {\n  if (x) return {};\n  return { plugins: [] };\n};`,
    },
    { name: 'something spread', text: `import { base } from './base.js';\nexport default { ...base };` },
    {
      name: 'plugins from elsewhere',
      text: `import { plugins } from './p.js';\nexport default { plugins };`,
    },
    { name: 'a merge', text: `import base from './base.js';\nexport default mergeConfig(base, {});` },
    {
      name: 'another "annotate"',
      text: `import { annotate } from 'x';\nexport default { plugins: [annotate()] };`,
      why: 'has an "annotate" of its own',
    },
    { name: 'a comment where text would go', text: `export default {/*\n*/\n a: 1 };`, why: 'unusual' },
    {
      name: 'the plugin imported as a whole',
      text: `import * as a from '@annotate-mcp/vite-plugin';\nexport default { plugins: [a.annotate()] };`,
      why: 'in a way that is not known',
    },
  ])('with $name is left to its owner', ({ text, why = 'init does not follow' }) => {
    expect(withPlugin(text, viteKind)).toMatchObject({
      state: 'unclear',
      why: expect.stringContaining(why) as unknown,
      lines: [expect.stringContaining('@annotate-mcp/vite-plugin'), 'plugins: [annotate()],'] as unknown,
    });
  });

  it('of CommonJS that has the plugin counts as wired', () => {
    const text = `const { annotate } = require('@annotate-mcp/vite-plugin');\nmodule.exports = { plugins: [annotate()] };`;
    expect(hasPlugin(text, viteKind)).toBe(true);
  });

  it.each(pageConfigs.flatMap(({ newFile, kind }) => (newFile === null ? [] : [{ newFile, kind }])))(
    'that is new has $kind.package',
    ({ newFile, kind }) => {
      const app = {
        folder: '/none',
        framework: { name: '', kind: 'vite', needs: [] },
        viteConfig: null,
      } as const;
      const { text } = newFile({ ...app, manifest: emptyManifest });
      expect(withPlugin(text, kind)).toEqual({ state: 'wired' });
    },
  );
});

interface Case {
  name: string;
  kind: ConfigKind;
  before: string;
  after: string;
}

const required = "const { annotate } = require('@annotate-mcp/vite-plugin')";
const wrapped = "import { withAnnotate } from '@annotate-mcp/next'";
const inVite = `${line};`;

/** Each is the way there and back. */
const others: readonly Case[] = [
  {
    name: 'CommonJS',
    kind: viteKind,
    before: `const react = require('@vitejs/plugin-react');\n\nmodule.exports = { plugins: [react()] };\n`,
    after: `const react = require('@vitejs/plugin-react');\n${required};\n\nmodule.exports = { plugins: [annotate(), react()] };\n`,
  },
  {
    name: 'CommonJS without any require',
    kind: viteKind,
    before: `module.exports = vite.defineConfig({ base: '/' });\n`,
    after: `${required};\n\nmodule.exports = vite.defineConfig({ plugins: [annotate()], base: '/' });\n`,
  },
  {
    name: 'webpack in CommonJS, as a function, with a directive',
    kind: webpack.kind,
    before: `'use strict';\nconst path = require('path');\nmodule.exports = (env) => ({\n  entry: './a',\n  plugins: [new Html()],\n});\n`,
    after: `'use strict';\nconst path = require('path');\nconst { annotate } = require('@annotate-mcp/unplugin/webpack');\nmodule.exports = (env) => ({\n  entry: './a',\n  plugins: [annotate(), new Html()],\n});\n`,
  },
  {
    name: 'SolidStart without a word about Vite',
    kind: solidStart.kind,
    before: `// settings\nexport default defineConfig({\n  ssr: true,\n});\n`,
    after: `${inVite}\n\n// settings\nexport default defineConfig({\n  vite: { plugins: [annotate()] },\n  ssr: true,\n});\n`,
  },
  {
    name: 'Nuxt without modules',
    kind: nuxt.kind,
    before: `// https://nuxt.com\nexport default defineNuxtConfig({\n  devtools: { enabled: true },\n});\n`,
    after: `// https://nuxt.com\nexport default defineNuxtConfig({\n  modules: ['@annotate-mcp/nuxt'],\n  devtools: { enabled: true },\n});\n`,
  },
  {
    name: 'Nuxt with a module in each line',
    kind: nuxt.kind,
    before: `export default defineNuxtConfig({\n  modules: [\n    "@nuxt/ui",\n  ],\n});\n`,
    after: `export default defineNuxtConfig({\n  modules: [\n    "@annotate-mcp/nuxt",\n    "@nuxt/ui",\n  ],\n});\n`,
  },
  {
    name: 'Nuxt with plugins of Vite',
    kind: nuxtWithVitePlugin.kind,
    before: `import tailwind from '@tailwindcss/vite';\nexport default defineNuxtConfig({\n  vite: {\n    plugins: [tailwind()],\n  },\n});\n`,
    after: `import tailwind from '@tailwindcss/vite';\n${inVite}\nexport default defineNuxtConfig({\n  vite: {\n    plugins: [annotate(), tailwind()],\n  },\n});\n`,
  },
  {
    name: 'Next.js with a name for the configuration',
    kind: next.kind,
    before: `import type { NextConfig } from 'next';\n\nconst nextConfig: NextConfig = {\n  reactStrictMode: true,\n};\n\nexport default nextConfig;\n`,
    after: `import type { NextConfig } from 'next';\n${wrapped};\n\nconst nextConfig: NextConfig = {\n  reactStrictMode: true,\n};\n\nexport default withAnnotate(nextConfig);\n`,
  },
  {
    name: 'Next.js in CommonJS, with another wrapper',
    kind: next.kind,
    before: `const withMdx = require('@next/mdx')();\n\n/** @type {import('next').NextConfig} */\nmodule.exports = withMdx({ output: 'export' })\n`,
    after: `const { withAnnotate } = require('@annotate-mcp/next')\n\nconst withMdx = require('@next/mdx')();\n\n/** @type {import('next').NextConfig} */\nmodule.exports = withAnnotate(withMdx({ output: 'export' }))\n`,
  },
  {
    name: 'Next.js as a function',
    kind: next.kind,
    before: `import a from 'a';\nexport default async function config(phase) {\n  return {};\n}\n`,
    after: `import a from 'a';\n${wrapped};\nexport default withAnnotate(async function config(phase) {\n  return {};\n})\n`,
  },
];

describe('a configuration of', () => {
  it.each(others)('$name gets our part, and loses it again', ({ kind, before, after }) => {
    expect(withPlugin(before, kind)).toEqual({ state: 'added', after });
    expect(withPlugin(after, kind)).toEqual({ state: 'wired' });
    expect(withoutImport(after, (source) => isOurs(source, kind))).toEqual({
      state: 'removed',
      after: before,
    });
  });

  it.each([
    {
      name: 'Next.js that exports twice',
      kind: next.kind,
      text: `module.exports = {};\nmodule.exports = { a: 1 };`,
    },
    {
      name: 'Next.js that uses the function elsewhere',
      kind: next.kind,
      text: `export default function f() {}\nf();`,
    },
    {
      name: 'SolidStart with settings from elsewhere',
      kind: solidStart.kind,
      text: `import vite from './v';\nexport default defineConfig({ vite });`,
    },
    {
      name: 'Nuxt with modules from elsewhere',
      kind: nuxt.kind,
      text: `import modules from './m';\nexport default defineNuxtConfig({ modules });`,
    },
    { name: 'webpack with several configurations', kind: webpack.kind, text: `module.exports = [{}, {}];` },
  ])('$name is left to its owner', ({ kind, text }) => {
    expect(withPlugin(text, kind)).toMatchObject({
      state: 'unclear',
      why: expect.stringContaining('init does not follow') as unknown,
    });
  });

  it('is told by hand what fits the file', () => {
    expect(withPlugin('module.exports = make;\nmodule.exports = more;', next.kind)).toMatchObject({
      lines: [
        "const { withAnnotate } = require('@annotate-mcp/next');",
        'module.exports = withAnnotate(yourConfig);',
      ],
    });
    expect(withPlugin('export default make();', solidStart.kind)).toMatchObject({
      lines: [`${line};`, 'vite: { plugins: [annotate()] },'],
    });
    expect(withPlugin('export default make();', nuxt.kind)).toMatchObject({
      lines: ["modules: ['@annotate-mcp/nuxt'],"],
    });
  });
});
