/** The oldest versions of Next that package.json allows; the newest is that of next-dev.test.ts. */
import { expect, it } from 'vitest';

import { createInstalledApp } from '@annotate-mcp/unplugin/testing/installed-app';
import { lookAtStarted } from '@annotate-mcp/unplugin/testing/started-app';

const files = {
  'package.json': '{ "type": "module" }',
  'next.config.mjs':
    "import { withAnnotate } from '@annotate-mcp/next';\n\nexport default withAnnotate({}, { root: import.meta.dirname });\n",
  'app/layout.jsx':
    'export default function Layout({ children }) {\n  return <html lang="en"><body>{children}</body></html>;\n}\n',
  'app/page.jsx': 'export default function Home() {\n  return <h1>Heading</h1>;\n}\n',
  'run.js': lookAtStarted(['node_modules/next/dist/bin/next', 'dev', '--port', '{port}']),
};

it.each([
  { next: '14.0.0', react: '18.2.0' },
  { next: '15.0.0', react: '18.2.0' },
])('annotates an app with Next $next', { tags: ['full'], timeout: 600_000 }, async ({ next, react }) => {
  const dependencies = { next, react, 'react-dom': react };
  await using app = await createInstalledApp(`next-${next}`, dependencies, files);
  expect(await app.run('run.js')).toEqual({ mark: 'app/page.jsx:2:10', isOverlay: true });
});
