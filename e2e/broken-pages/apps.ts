/** Apps with real dev servers, each with the line that is changed, and the mistakes that are made there. */
import { setups } from '@annotate-mcp/bench/sources/setups.ts';
import type { Setup } from '@annotate-mcp/bench/sources/setups/setup.ts';

export interface BrokenApp {
  readonly setup: Setup;
  /** With the heading. */
  readonly file: string;
  readonly mistakes: readonly Mistake[];
}

interface Mistake {
  readonly name: string;
  /** What stands in the file, and what the agent writes instead. */
  readonly from: string;
  readonly to: string;
  /** A part of what is said. */
  readonly says: RegExp;
  /** Whether the file is told in which it is. */
  readonly tellsFile: boolean;
}

const drawn = 'an error while it is drawn';
const heading = 'Plain</h1>';

const inJsx: readonly Mistake[] = [
  { name: 'a mistake in the syntax', from: heading, to: heading.slice(0, -1), says: /\w/, tellsFile: true },
  {
    name: drawn,
    from: heading,
    to: "{(() => { throw new Error('no price') })()}</h1>",
    says: /no price/,
    tellsFile: true,
  },
];
/** Loaded again: its script throws before the overlay's begins, which finds an empty page. */
const inReloaded = inJsx.map((mistake) =>
  mistake.name === drawn ? { ...mistake, says: /shows nothing any more/, tellsFile: false } : mistake,
);

const reactFile = 'src/App.tsx';

function named(name: string): Setup {
  const setup = setups.find((each) => each.name === name);
  if (setup === undefined) throw new Error(`There is no app ${name}.`);
  return setup;
}

/** The app of Rsbuild with the other bundler that shows errors in a frame. */
function withWebpack(): Setup {
  const { fixture, path, dependencies } = named('React, React Router');
  const program = 'webpack/bin/webpack.js';
  return {
    name: 'React, webpack',
    fixture,
    path,
    dependencies: {
      react: dependencies.react ?? '',
      'react-dom': dependencies['react-dom'] ?? '',
      'react-router': dependencies['react-router'] ?? '',
      webpack: '5.112.2',
      'webpack-cli': '^6.0.0',
      'webpack-dev-server': '^5.2.0',
      '@swc/core': '^1.15.0',
      'swc-loader': '^0.2.6',
    },
    files: { 'webpack.config.mjs': webpackConfig, 'index.html': page },
    command: [program, 'serve'],
    ready: /compiled/,
    build: [program],
    built: ['dist'],
  };
}

const webpackConfig = `const { annotate } = await import(process.env.ANNOTATE_WEBPACK);

export default {
  mode: 'development',
  entry: { main: './src/main.tsx' },
  resolve: { extensions: ['.tsx', '.ts', '.js'] },
  module: {
    rules: [
      {
        test: /\\.tsx?$/,
        exclude: /node_modules/,
        loader: 'swc-loader',
        options: {
          jsc: {
            parser: { syntax: 'typescript', tsx: true },
            transform: { react: { runtime: 'automatic', development: true } },
          },
        },
      },
    ],
  },
  devServer: { host: 'localhost', static: { directory: '.', watch: false }, historyApiFallback: true },
  plugins: [annotate()],
};
`;

const page =
  '<!doctype html>\n<html lang="en">\n  <head><title>Kinds</title></head>\n  <body><div id="root"></div><script src="/main.js"></script></body>\n</html>\n';

export const brokenApps: readonly BrokenApp[] = [
  { setup: named('React, React Router'), file: reactFile, mistakes: inJsx },
  { setup: named('React, Rsbuild'), file: reactFile, mistakes: inJsx },
  { setup: withWebpack(), file: reactFile, mistakes: inReloaded },
  { setup: named('Next 16, Turbopack'), file: 'app/kinds/page.tsx', mistakes: inJsx },
];
