import { describe, expect, it } from 'vitest';

import { hasPlugin, newConfig, withPlugin } from './config-file.ts';

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
    expect(withPlugin(before)).toEqual({ state: 'added', after });
    expect(withPlugin(after)).toEqual({ state: 'wired' });
    expect(hasPlugin(before)).toBe(false);
    expect(hasPlugin(after)).toBe(true);
  });

  it.each([
    { name: 'CommonJS', text: `module.exports = { plugins: [] };`, why: 'is CommonJS' },
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
    expect(withPlugin(text)).toMatchObject({
      state: 'unclear',
      why: expect.stringContaining(why) as unknown,
      lines: [expect.stringContaining('@annotate-mcp/vite-plugin'), 'plugins: [annotate()],'] as unknown,
    });
  });

  it('of CommonJS that has the plugin counts as wired', () => {
    const text = `const { annotate } = require('@annotate-mcp/vite-plugin');\nmodule.exports = { plugins: [annotate()] };`;
    expect(hasPlugin(text)).toBe(true);
  });

  it('that is new has the plugin', () => {
    expect(withPlugin(newConfig)).toEqual({ state: 'wired' });
  });
});
