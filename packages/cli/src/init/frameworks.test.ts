/** What init does in a fresh app of each framework, and takes back. Nothing is installed: `--no-install`. */
import { describe, expect, it } from 'vitest';

import { diagnose } from '../testing/diagnose.ts';
import { setUpCli, type TestProject } from '../testing/test-project.ts';

const { createProject } = setUpCli();

interface Fresh {
  name: string;
  found: string;
  dependencies: Record<string, string>;
  file: string;
  before: string;
  /** A line that is there afterwards. */
  line: string;
  package: string;
}

const plugin = '@annotate-mcp/vite-plugin';
const vitePlugins = (name: string) =>
  `import { ${name} } from '${name}';\nimport { defineConfig } from 'vite';\n\nexport default defineConfig({ plugins: [${name}()] });\n`;

/** As their templates write it. */
const apps: readonly Fresh[] = [
  {
    name: 'Next.js',
    found: 'Next.js (next 16.4.3)',
    dependencies: { next: '16.4.3', react: '19' },
    file: 'next.config.ts',
    before: `import type { NextConfig } from "next";\n\nconst nextConfig: NextConfig = {\n  /* config options here */\n};\n\nexport default nextConfig;\n`,
    line: 'export default withAnnotate(nextConfig);',
    package: '@annotate-mcp/next',
  },
  {
    name: 'Nuxt',
    found: 'Nuxt (nuxt ^4.3.0)',
    dependencies: { nuxt: '^4.3.0', vue: '3', 'vue-router': '4' },
    file: 'nuxt.config.ts',
    before: `// https://nuxt.com/docs/api/configuration/nuxt-config\nexport default defineNuxtConfig({\n  compatibilityDate: '2026-07-15',\n  devtools: { enabled: true }\n})\n`,
    line: "  modules: ['@annotate-mcp/nuxt'],",
    package: '@annotate-mcp/nuxt',
  },
  {
    name: 'Nuxt that has other modules',
    found: 'Nuxt (nuxt ^3.20.0)',
    dependencies: { nuxt: '^3.20.0' },
    file: 'nuxt.config.ts',
    before: `export default defineNuxtConfig({\n  modules: ["@nuxt/ui", ["@nuxt/image", { quality: 80 }]],\n})\n`,
    line: '  modules: ["@annotate-mcp/nuxt", "@nuxt/ui", ["@nuxt/image", { quality: 80 }]],',
    package: '@annotate-mcp/nuxt',
  },
  {
    name: 'SvelteKit',
    found: 'SvelteKit (@sveltejs/kit ^2.50.0)',
    dependencies: { '@sveltejs/kit': '^2.50.0', svelte: '5', vite: '8' },
    file: 'vite.config.ts',
    before: vitePlugins('sveltekit'),
    line: 'export default defineConfig({ plugins: [annotate(), sveltekit()] });',
    package: plugin,
  },
  {
    name: 'React Router',
    found: 'React Router (@react-router/dev 8.1.0)',
    dependencies: { '@react-router/dev': '8.1.0', react: '19', vite: '8' },
    file: 'vite.config.ts',
    before: vitePlugins('reactRouter'),
    line: 'export default defineConfig({ plugins: [annotate(), reactRouter()] });',
    package: plugin,
  },
  {
    name: 'TanStack Start',
    found: 'TanStack Start (vite 7)',
    dependencies: { '@tanstack/react-start': '1', react: '19', vite: '7' },
    file: 'vite.config.ts',
    before: vitePlugins('tanstackStart'),
    line: 'export default defineConfig({ plugins: [annotate(), tanstackStart()] });',
    package: plugin,
  },
  {
    name: 'SolidStart 1',
    found: 'SolidStart (@solidjs/start ^1.1.0)',
    dependencies: { '@solidjs/start': '^1.1.0', 'solid-js': '1', vinxi: '0.5' },
    file: 'app.config.ts',
    before: `import { defineConfig } from "@solidjs/start/config";\n\nexport default defineConfig({});\n`,
    line: '  vite: { plugins: [annotate()] },',
    package: plugin,
  },
  {
    name: 'SolidStart 2',
    found: 'SolidStart (@solidjs/start 2.0.0)',
    dependencies: { '@solidjs/start': '2.0.0', 'solid-js': '1', vite: '8' },
    file: 'vite.config.ts',
    before: vitePlugins('solidStart'),
    line: 'export default defineConfig({ plugins: [annotate(), solidStart()] });',
    package: plugin,
  },
  {
    name: 'Rsbuild',
    found: 'Rsbuild (@rsbuild/core ^2.0.0)',
    dependencies: { '@rsbuild/core': '^2.0.0', react: '19' },
    file: 'rsbuild.config.ts',
    before: `import { defineConfig } from '@rsbuild/core';\nimport { pluginReact } from '@rsbuild/plugin-react';\n\nexport default defineConfig({\n  plugins: [pluginReact()],\n});\n`,
    line: '  plugins: [annotate(), pluginReact()],',
    package: '@annotate-mcp/unplugin',
  },
  {
    name: 'webpack',
    found: 'webpack (webpack ^5.112.0)',
    dependencies: { webpack: '^5.112.0', 'webpack-dev-server': '5' },
    file: 'webpack.config.js',
    before: `const Html = require('html-webpack-plugin');\n\nmodule.exports = {\n  entry: './src/index.js',\n  plugins: [new Html()],\n};\n`,
    line: '  plugins: [annotate(), new Html()],',
    package: '@annotate-mcp/unplugin',
  },
  {
    name: 'Rspack',
    found: 'Rspack (@rspack/core ^2.0.0)',
    dependencies: { '@rspack/core': '^2.0.0', '@rspack/cli': '^2.0.0', react: '19' },
    file: 'rspack.config.mjs',
    before: `import { defineConfig } from '@rspack/cli';\n\nexport default defineConfig({\n  plugins: [\n    new Html(),\n  ].filter(Boolean),\n});\n`,
    line: '    annotate(),',
    package: '@annotate-mcp/unplugin',
  },
  {
    name: 'Farm',
    found: 'Farm (@farmfe/core ^1.6.7)',
    dependencies: { '@farmfe/cli': '^1.0.4', '@farmfe/core': '^1.6.7', react: '18' },
    file: 'farm.config.ts',
    before: `import { defineConfig } from '@farmfe/core';\n\nexport default defineConfig({\n  plugins: ['@farmfe/plugin-react'],\n});\n`,
    line: "  plugins: [annotate(), '@farmfe/plugin-react'],",
    package: '@annotate-mcp/unplugin',
  },
  {
    name: 'Qwik',
    found: 'Qwik (@builder.io/qwik-city ^1.20.1)',
    dependencies: { '@builder.io/qwik': '^1.20.1', '@builder.io/qwik-city': '^1.20.1', vite: '7.3.1' },
    file: 'vite.config.ts',
    before: `import { qwikCity } from "@builder.io/qwik-city/vite";\nimport { defineConfig, type UserConfig } from "vite";\n\nexport default defineConfig((): UserConfig => {\n  return {\n    plugins: [qwikCity()],\n  };\n});\n`,
    line: '    plugins: [annotate(), qwikCity()],',
    package: plugin,
  },
  {
    name: 'Qwik without its router',
    found: 'Qwik (vite 7.3.1)',
    dependencies: { '@builder.io/qwik': '^1.20.1', vite: '7.3.1' },
    file: 'vite.config.ts',
    before: vitePlugins('qwikVite'),
    line: 'export default defineConfig({ plugins: [annotate(), qwikVite()] });',
    package: plugin,
  },
  {
    name: 'VitePress',
    found: 'VitePress (vitepress ^1.6.4)',
    dependencies: { vitepress: '^1.6.4', vue: '3' },
    file: 'docs/.vitepress/config.mts',
    before: `import { defineConfig } from 'vitepress'\n\n// https://vitepress.dev/reference/site-config\nexport default defineConfig({\n  title: "My Awesome Project",\n  description: "A VitePress Site",\n})\n`,
    line: '  vite: { plugins: [annotate()] },',
    package: plugin,
  },
  {
    name: 'a library with Storybook',
    found: 'Vite + React (vite 8)',
    dependencies: { '@storybook/react-vite': '10', react: '19', vite: '8' },
    file: 'vite.config.ts',
    before: vitePlugins('react'),
    line: 'export default defineConfig({ plugins: [annotate(), react()] });',
    package: plugin,
  },
];

const init = (here: TestProject, ...more: string[]) =>
  here.run(['init', '--agents', 'cursor', '--yes', '--no-install', ...more]);

describe('init in a fresh app', () => {
  it.each(apps)('of $name writes one line, and takes it back', async (fresh) => {
    const here = createProject();
    here.write('package.json', JSON.stringify({ scripts: { dev: 'x' }, dependencies: fresh.dependencies }));
    here.write(fresh.file, fresh.before);
    const before = here.files();
    const { code, stdout } = await init(here);
    expect(code).toBe(0);
    expect(stdout).toContain(`Found    ${fresh.found}`);
    expect(stdout).toContain(`1. Install the package: npm install --save-dev ${fresh.package}\n`);
    expect(stdout).not.toContain('virtual:annotate');
    expect(here.read(fresh.file).split('\n')).toContain(fresh.line);
    expect((await diagnose(here)).of('page side')).toMatchObject({
      message: expect.stringContaining('but the package is not installed') as unknown,
      fix: expect.stringContaining(`Run npm install --save-dev ${fresh.package} in `) as unknown,
    });
    expect((await init(here, '--undo')).code).toBe(0);
    expect(here.files()).toEqual(before);
  });

  it('of Nuxt that has the plugin of Vite leaves it as it is, and takes it out', async () => {
    const here = createProject();
    here.write('package.json', JSON.stringify({ dependencies: { nuxt: '4' } }));
    const wired = `import { annotate } from '${plugin}';\nexport default defineNuxtConfig({\n  ssr: true,\n  vite: { plugins: [annotate()] },\n});\n`;
    here.write('nuxt.config.ts', wired);
    expect((await init(here)).stdout).toContain(`npm install --save-dev ${plugin}\n`);
    expect(here.read('nuxt.config.ts')).toBe(wired);
    expect((await init(here, '--undo')).code).toBe(0);
    expect(here.read('nuxt.config.ts')).toBe('export default defineNuxtConfig({\n  ssr: true,\n});\n');
  });

  it.each([
    {
      dependencies: { next: '13.5.6' },
      says: 'has Next.js 13.5.6, and annotate-mcp needs Next.js 14 or newer',
    },
    { dependencies: { nuxt: '2.18.0' }, says: 'has Nuxt 2.18.0, and annotate-mcp needs Nuxt 3.9 or newer' },
    { dependencies: { nuxt: '3.8.2' }, says: 'has Nuxt 3.8.2, and annotate-mcp needs Nuxt 3.9 or newer' },
    { dependencies: { vite: '4.5.0' }, says: 'has Vite 4.5.0, and annotate-mcp needs Vite 5 or newer' },
  ])('$says', async ({ dependencies, says }) => {
    const here = createProject();
    here.write('package.json', JSON.stringify({ dependencies }));
    here.write('index.html', '');
    const { code, stderr } = await init(here);
    expect(code).toBe(1);
    expect(stderr).toContain(says);
    expect((await diagnose(here)).of('page side')).toMatchObject({
      status: 'problem',
      message: expect.stringContaining(says) as unknown,
    });
  });
});
