/** Versions of Next from the oldest that package.json allows, with each of their bundlers; the newest is that of next-dev.test.ts. */
import { expect, it } from 'vitest';

import { createInstalledApp } from '@annotate-mcp/unplugin/testing/installed-app';
import { lookAtStarted } from '@annotate-mcp/unplugin/testing/started-app';
import { unreleased } from '@annotate-mcp/unplugin/testing/unreleased';

const files = {
  'package.json': '{ "type": "module" }',
  'next.config.mjs':
    "import { withAnnotate } from '@annotate-mcp/next';\n\nexport default withAnnotate({}, { root: import.meta.dirname });\n",
  'app/layout.jsx':
    'export default function Layout({ children }) {\n  return <html lang="en"><body>{children}</body></html>;\n}\n',
  'app/page.jsx': 'export default function Home() {\n  return <h1>Heading</h1>;\n}\n',
};

const runs: readonly { next: string; react: string; bundler: string[]; is?: string }[] = [
  { next: '14.0.0', react: '18.2.0', bundler: [] },
  { next: '14.2.35', react: '18.3.1', bundler: ['--turbo'] },
  { next: '15.0.0', react: '18.2.0', bundler: [] },
  { next: '15.0.0', react: '18.2.0', bundler: ['--turbo'] },
  { next: '15.3.0', react: '19.0.0', bundler: ['--turbopack'] },
  { next: '15.5.0', react: '19.1.0', bundler: ['--turbopack'] },
  // Of vercel/commerce: it reads the rules of Next 16.
  { next: '15.6.0-canary.59', react: '19.0.0', bundler: ['--turbopack'] },
  { next: '15.6.0-canary.59', react: '19.0.0', bundler: ['--webpack'] },
  { next: '16.0.0', react: '19.2.0', bundler: [] },
  { next: '16.0.0', react: '19.2.0', bundler: ['--webpack'] },
  ...unreleased('next', 'canary').flatMap((next) =>
    [[], ['--webpack']].map((bundler) => ({ next, react: 'latest', bundler, is: 'unreleased' })),
  ),
];

it.each(runs.map((run) => ({ is: 'released', ...run })))(
  'annotates an app with Next $next, $is, $bundler',
  { tags: ['full'], timeout: 600_000 },
  async ({ next, react, bundler }) => {
    const dependencies = { next, react, 'react-dom': react };
    const args = ['node_modules/next/dist/bin/next', 'dev', ...bundler, '--port', '{port}'];
    await using app = await createInstalledApp(
      `next-${next}`,
      dependencies,
      { ...files, 'run.js': lookAtStarted(args) },
      { isApart: true },
    );
    expect(await app.run('run.js')).toEqual({ mark: 'app/page.jsx:2:10', isOverlay: true });
  },
);
