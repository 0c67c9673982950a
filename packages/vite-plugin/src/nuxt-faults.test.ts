/**
 * Faults in what a real `nuxt dev` calls: its module is this plugin, in a server with a part for pages. faults.test.ts
 * lets each hook fail in Vite's own server.
 */
import { expect, it } from 'vitest';

import { createFaultyApp, findWrong } from '@annotate-mcp/unplugin/testing/faulty-app';
import { useStarted } from '@annotate-mcp/unplugin/testing/started-app';

const program = 'node_modules/nuxt/bin/nuxt.mjs';

const files = {
  'package.json': '{ "type": "module" }',
  'nuxt.config.ts':
    "export default defineNuxtConfig({ modules: ['@annotate-mcp/nuxt'], telemetry: false, devtools: { enabled: false } });\n",
  'app.vue': '<template>\n  <main><h1>First</h1><Counter /></main>\n</template>\n',
  'components/Counter.vue': `<script setup>
const count = ref(0);
</script>

<template>
  <button @click="count++">{{ count }}</button>
</template>
`,
  'use.js': useStarted({
    dev: [program, 'dev', '--host', '127.0.0.1', '--port', '{port}'],
    build: [program, 'build'],
    caches: ['.nuxt', '.output'],
    built: '.output/server/index.mjs',
    changed: 'app.vue',
    modules: ['/_nuxt/app.vue', '/_nuxt/components/Counter.vue'],
  }),
};

const faults = [
  'nuxt/module:addPlugins',
  'vite-plugin/dev-plugins:apply',
  'vite-plugin/dev-plugins:configureServer',
  'vite-plugin/dev-plugins:isActive',
  'vite-plugin/dev-plugins:scriptPath',
  'vite-plugin/dev-server:closeWithServer',
];

it(
  'leaves an app with nuxt dev as it is, and one line says what is off',
  { tags: ['full'], timeout: 3_600_000 },
  async () => {
    await using app = await createFaultyApp('faults-nuxt', { nuxt: '4.2.0' }, files);
    expect(await app.called()).toEqual(expect.arrayContaining(faults));
    expect(await findWrong(app, faults)).toEqual([]);
  },
);
