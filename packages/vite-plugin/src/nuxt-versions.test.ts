/** The oldest versions of Nuxt that the package.json of packages/nuxt allows: its module is this plugin. */
import { expect, it } from 'vitest';

import { createInstalledApp } from '@annotate-mcp/unplugin/testing/installed-app';
import { lookAtStarted } from '@annotate-mcp/unplugin/testing/started-app';

const files = {
  'package.json': '{ "type": "module" }',
  'nuxt.config.ts':
    "export default defineNuxtConfig({ modules: ['@annotate-mcp/nuxt'], telemetry: false, devtools: { enabled: false } });\n",
  'app.vue': '<template>\n  <h1>Heading</h1>\n</template>\n',
  'run.js': lookAtStarted([
    'node_modules/nuxt/bin/nuxt.mjs',
    'dev',
    '--host',
    '127.0.0.1',
    '--port',
    '{port}',
  ]),
};

it.each(['3.9.0', '4.0.0'])(
  'annotates an app with Nuxt %s',
  { tags: ['full'], timeout: 600_000 },
  async (nuxt) => {
    await using app = await createInstalledApp(`nuxt-${nuxt}`, { nuxt }, files);
    expect(await app.run('run.js')).toEqual({ mark: 'app.vue:2:3', isOverlay: true });
  },
);
