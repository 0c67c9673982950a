/** The shop of React in an app with Next: its components are those of demos/react, in the browser as there. */
export const nextFiles: Readonly<Record<string, string>> = {
  'package.json': '{ "private": true, "type": "module" }\n',
  'tsconfig.json': `${JSON.stringify({
    compilerOptions: {
      target: 'es2023',
      lib: ['es2024', 'dom'],
      module: 'esnext',
      moduleResolution: 'bundler',
      jsx: 'react-jsx',
      strict: true,
      noEmit: true,
      allowImportingTsExtensions: true,
    },
    include: ['app', 'src'],
  })}\n`,
  'next.config.mjs': `import { withAnnotate } from '@annotate-mcp/next';

const { ANNOTATE_PROJECT_ROOT: root, ANNOTATE_DEMO_PACKAGES: packages } = process.env;
// Turbopack looks for packages only below its root.
export default withAnnotate({ turbopack: { root: packages } }, { root });
`,
  'app/layout.tsx': `import type { ReactNode } from 'react';

import '../src/harbor.css';

export const metadata = { title: 'Harbor Coffee · Next', icons: 'data:,' };

export default function Layout({ children }: { children: ReactNode }) {
  return (
    <html lang="en">
      <body>{children}</body>
    </html>
  );
}
`,
  'app/[[...path]]/page.tsx': `'use client';
import dynamic from 'next/dynamic';

// It reads the address while it is drawn, which only a browser has.
const App = dynamic(() => import('../../src/App.tsx').then(({ App }) => App), { ssr: false });

export default function Page() {
  return <App />;
}
`,
};
