/** Versions of Nuxt from the oldest that the package.json of packages/nuxt allows: its module is this plugin. */
import { expect, it } from 'vitest';

import { createInstalledApp } from '@annotate-mcp/unplugin/testing/installed-app';
import { lookAtStarted } from '@annotate-mcp/unplugin/testing/started-app';
import { unreleased } from '@annotate-mcp/unplugin/testing/unreleased';

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

const versions = ['3.9.0', '3.14.1592', '3.19.0', '4.0.0', '4.2.0'].map((nuxt) => ({ nuxt, is: 'released' }));
// The packages of Nuxt's nightly channel have other names.
const nightly = unreleased('nuxt-nightly', 'latest').map((version) => ({
  nuxt: `npm:nuxt-nightly@${version}`,
  is: 'unreleased',
}));

it.each([...versions, ...nightly])(
  'annotates an app with Nuxt $nuxt, $is',
  { tags: ['full'], timeout: 600_000 },
  async ({ nuxt }) => {
    await using app = await createInstalledApp(`nuxt-${nuxt.replaceAll(/[:@]/g, '-')}`, { nuxt }, files);
    expect(await app.run('run.js')).toEqual({ mark: 'app.vue:2:3', isOverlay: true });
  },
);
