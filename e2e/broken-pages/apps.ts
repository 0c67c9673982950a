/** Apps with real dev servers, each with the line that is changed, and the mistakes that are made there. */
import { setups } from '@annotate-mcp/bench/sources/setups.ts';
import type { Setup } from '@annotate-mcp/bench/sources/setups/setup.ts';

export interface BrokenApp {
  readonly setup: Setup;
  /** With the heading. */
  readonly file: string;
  readonly mistakes: readonly Mistake[];
}

export interface Mistake {
  readonly name: string;
  /** What stands in the file, and what the agent writes instead. */
  readonly from: string;
  readonly to: string;
  /** A part of what is said. */
  readonly says: RegExp;
  /** Whether the file is told in which it is, and where in it. */
  readonly tells: 'file' | 'line';
}

const syntax = 'a mistake in the syntax';
const drawn = 'an error while it is drawn';

interface Heading {
  /** The end of the heading that is pointed at, in the file. */
  readonly from: string;
  /** Throws while it is drawn, and stands in the place of its text. */
  readonly throwing: string;
  readonly says: RegExp;
}

function mistakesIn({ from, throwing, says }: Heading): readonly Mistake[] {
  return [
    { name: syntax, from, to: from.slice(0, -1), says: /\w/, tells: 'line' },
    { name: drawn, from, to: `${throwing}</h1>`, says, tells: 'line' },
  ];
}

const inJsx = mistakesIn({
  from: 'Plain</h1>',
  throwing: "{(() => { throw new Error('no price') })()}",
  says: /no price/,
});
/** Where the modules of a page are evaluated as text, no source map tells the line of what they throw. */
const inEvaluated = inJsx.map((mistake) =>
  mistake.name === drawn ? { ...mistake, tells: 'file' as const } : mistake,
);
const inNuxt = mistakesIn({
  from: 'Plain</h1>',
  throwing: '{{ $route.missing.price }}',
  says: /reading 'price'/,
});
const inAstro = mistakesIn({
  from: 'Plain &amp; simple</h1>',
  throwing: "{(() => { throw new Error('no price') })()}",
  says: /no price/,
});
const inAngular = mistakesIn({
  from: 'Plain</h1>',
  throwing: '{{ $any(null).price }}',
  says: /reading 'price'/,
});

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

/** As html-webpack-plugin writes it. */
const page =
  '<!doctype html>\n<html lang="en">\n  <head><title>Kinds</title><script defer src="/main.js"></script></head>\n  <body><div id="root"></div></body>\n</html>\n';

export const brokenApps: readonly BrokenApp[] = [
  { setup: named('React, React Router'), file: reactFile, mistakes: inJsx },
  { setup: named('React, Rsbuild'), file: reactFile, mistakes: inJsx },
  { setup: withWebpack(), file: reactFile, mistakes: inEvaluated },
  { setup: named('Next 16, Turbopack'), file: 'app/kinds/page.tsx', mistakes: inJsx },
  { setup: named('Next 16, webpack'), file: 'app/kinds/page.tsx', mistakes: inJsx },
  { setup: named('Nuxt 4'), file: 'app/pages/kinds.vue', mistakes: inNuxt },
  { setup: named('Astro 7'), file: 'src/pages/kinds.astro', mistakes: inAstro },
  { setup: named('Angular 22'), file: 'src/app/kinds.html', mistakes: inAngular },
];
