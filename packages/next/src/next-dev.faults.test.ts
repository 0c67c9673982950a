/** A fault in each function of ours that a real `next dev` calls, in its own process and in those of its loaders. */
import { expect, it } from 'vitest';

import { createFaultyApp, findWrong } from '@annotate-mcp/unplugin/testing/faulty-app';
import { useStarted } from '@annotate-mcp/unplugin/testing/started-app';

const files = {
  'package.json': '{ "type": "module" }',
  'next.config.mjs': `import { withAnnotate } from '@annotate-mcp/next';

export default withAnnotate({}, { root: import.meta.dirname });
`,
  'app/layout.jsx': `export default function Layout({ children }) {
  return <html lang="en"><body>{children}</body></html>;
}
`,
  'app/page.jsx': `import { Counter } from './counter';

export default function Home() {
  return <main><h1>First</h1><Counter /></main>;
}
`,
  'app/counter.jsx': `'use client';
import { useState } from 'react';

export function Counter() {
  const [count, setCount] = useState(0);
  return <button onClick={() => setCount(count + 1)}>{count}</button>;
}
`,
};

const program = 'node_modules/next/dist/bin/next';

const bundlers = [
  { bundler: '--turbopack', wanted: /^(?:next\/|unplugin\/(?:announcement|dev-hub|project|mark-module):)/ },
  // What does not depend on the bundler is the same.
  {
    bundler: '--webpack',
    wanted: /^next\/(?:annotated-config|loader-edge|loaders|script-loader|source-loader|webpack):/,
  },
];

it.each(bundlers)(
  'leaves an app with next dev $bundler as it is, and one line says what is off',
  { tags: ['full'], timeout: 3_600_000 },
  async ({ bundler, wanted }) => {
    const use = useStarted({
      dev: [program, 'dev', bundler, '--port', '{port}'],
      build: [program, 'build', bundler],
      caches: ['.next'],
      built: '.next/BUILD_ID',
      changed: 'app/page.jsx',
      modules: [],
    });
    const dependencies = { next: '16.4.3', react: '19.2.0', 'react-dom': '19.2.0' };
    await using app = await createFaultyApp(
      `faults-next${bundler}`,
      dependencies,
      { ...files, 'use.js': use },
      { isApart: true },
    );
    const faults = (await app.called()).filter((each) => wanted.test(each));
    expect(faults.length).toBeGreaterThan(bundler === '--webpack' ? 5 : 25);
    expect(await findWrong(app, faults)).toEqual([]);
  },
);
