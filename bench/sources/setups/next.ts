import type { Setup } from './setup.ts';

interface NextApp {
  readonly name: string;
  readonly version: string;
  /** Default: 19. */
  readonly react?: number;
  /** Default: an app with App Router. */
  readonly fixture?: string;
  readonly files?: Readonly<Record<string, string>>;
  /** Chooses the bundler, where it is not that of this version. */
  readonly dev?: string;
  readonly build?: string;
}

const program = 'next/dist/bin/next';

function setupOf({ name, version, react = 19, fixture = 'next', files = {}, dev, build }: NextApp): Setup {
  const reactVersion = `^${react}.0.0`;
  return {
    name,
    fixture,
    files,
    dependencies: {
      react: reactVersion,
      'react-dom': reactVersion,
      next: version,
      typescript: '^5.9.0',
      '@types/node': '^24.0.0',
      '@types/react': reactVersion,
      '@types/react-dom': reactVersion,
    },
    command: [program, 'dev', ...(dev === undefined ? [] : [dev])],
    ready: /Ready in/,
    path: '/kinds',
    build: [program, 'build', ...(build === undefined ? [] : [build])],
    built: ['.next/server', '.next/static'],
  };
}

const webpack = { dev: '--webpack', build: '--webpack' };
const pages = { fixture: 'next-pages' };
/** As `create-next-app` switches them on since 16.4. React then tells other stacks of what the server renders. */
const cacheComponents = {
  files: {
    'next.config.mjs': `const { withAnnotate } = await import(process.env.ANNOTATE_NEXT);

export default withAnnotate({ cacheComponents: true });
`,
  },
};
const next16 = '16.4.3';
const next15 = '15.5.29';

export const nextSetups: readonly Setup[] = [
  setupOf({ name: 'Next 16, Turbopack', version: next16 }),
  setupOf({ name: 'Next 16, webpack', version: next16, ...webpack }),
  setupOf({ name: 'Next 16, Cache Components, Turbopack', version: next16, ...cacheComponents }),
  setupOf({ name: 'Next 16, Pages Router, Turbopack', version: next16, ...pages }),
  setupOf({ name: 'Next 16, Pages Router, webpack', version: next16, ...pages, ...webpack }),
  setupOf({ name: 'Next 15, Turbopack', version: next15, dev: '--turbopack' }),
  setupOf({ name: 'Next 15, webpack', version: next15 }),
  setupOf({ name: 'Next 15, Pages Router, Turbopack', version: next15, ...pages, dev: '--turbopack' }),
  setupOf({ name: 'Next 15, Pages Router, webpack', version: next15, ...pages }),
  // Before 15.3 the rules of Turbopack are an experimental setting.
  setupOf({ name: 'Next 15.2, Turbopack', version: '15.2.9', dev: '--turbopack' }),
  setupOf({ name: 'Next 14, webpack', version: '14.2.35', react: 18 }),
  setupOf({ name: 'Next 14, Turbopack', version: '14.2.35', react: 18, dev: '--turbo' }),
];
