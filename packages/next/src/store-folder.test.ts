/** A real `next dev` of a repository that has links to `.annotate` among its static files. */
import { mkdirSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

import { expect, it } from 'vitest';

import { createNextApp } from './testing/next-app.ts';

const kept = 'a comment of the person';
const files = {
  'next.config.mjs': `import { withAnnotate } from '@annotate-mcp/next';

const root = import.meta.dirname;
const nextConfig = { turbopack: { root: root + '/../..' } };
export default withAnnotate(() => nextConfig, { root });
`,
  'app/layout.jsx': `export default function Layout({ children }) {
  return (
    <html lang="en">
      <body>{children}</body>
    </html>
  );
}
`,
  'app/page.jsx': 'export default function Home() {\n  return <h1>Heading</h1>;\n}\n',
  'public/robots.txt': 'all',
};

it('does not serve .annotate through a link in public', { timeout: 300_000 }, async () => {
  await using app = createNextApp(files);
  const folder = join(app.root, '.annotate');
  mkdirSync(join(folder, 'kept'), { recursive: true });
  for (const name of ['kept.txt', 'kept/inside.txt']) writeFileSync(join(folder, name), kept);
  symlinkSync('../.annotate/kept.txt', join(app.root, 'public/file.txt'));
  symlinkSync('../.annotate/kept', join(app.root, 'public/folder'));
  const origin = await app.dev('--webpack');
  const read = async (path: string) => (await fetch(origin + path)).text();
  expect(await read('/robots.txt')).toBe('all');
  for (const path of ['/file.txt', '/folder/inside.txt', '/folder%2finside.txt', '/f%6flder/inside.txt'])
    expect([path, await read(path)]).toEqual([path, 'The .annotate folder is not served.']);
});
