/**
 * An app in which any function of ours that its dev server calls can be made to fail: the packages that run in dev
 * servers are copied with a call at the beginning of each function, which notes the name or throws.
 */
import { execFile } from 'node:child_process';
import { readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';

import MagicString from 'magic-string';

import { parseScript } from '../source-attributes/parse-script.ts';
import { isNode, nodesIn, walk, type SyntaxNode } from '../source-attributes/walk.ts';

import { createInstalledApp } from './installed-app.ts';

/** What was seen of an app that was started, rendered, changed and built. */
export interface UsedApp {
  /** `null` when the app could not be used to the end; `output` says why. */
  readonly offParts: readonly string[] | null;
  /** The lines about parts that are off, each once. */
  readonly lines: readonly string[];
  readonly output: string;
}

export interface FaultyApp extends AsyncDisposable {
  /** The functions of ours that are called while the app is used. */
  readonly called: () => Promise<readonly string[]>;
  /** Uses the app, in which this function throws when it is called, or rejects if it is asynchronous. */
  readonly useWith: (fault: string | null) => Promise<UsedApp>;
}

/**
 * Uses the app with a fault in each of these functions, and returns what is not as it should be: the app
 * goes on, one line says for each part that is off why, and `doctor` can repeat it. A fault that only leaves out a detail, such as
 * a hint in the terminal, needs no line.
 */
export async function findWrong(app: FaultyApp, faults: readonly string[]): Promise<readonly string[]> {
  const wrong: string[] = [];
  for (const fault of faults) {
    const { offParts, lines, output } = await app.useWith(fault);
    const unsaid = (offParts ?? []).filter((part) => !lines.some((line) => line.includes(part)));
    const parts = new Set(lines.map((line) => line.split(' off: ', 1)[0]));
    if (offParts === null) wrong.push(`${fault} stops the app: ${output.slice(0, 2_000)}`);
    else if (parts.size < lines.length) wrong.push(`${fault}: several lines for a part: ${lines.join('\n')}`);
    else if (unsaid.length > 0 || lines.length > offParts.length)
      wrong.push(`${fault}: doctor says ${offParts.join()}, not ${lines.join()}`);
  }
  return wrong;
}

/** The module `use.js` uses the app, and prints `{ offParts }` as JSON at the end. */
export async function createFaultyApp(
  name: string,
  dependencies: Record<string, string>,
  files: Record<string, string>,
  options: { readonly isApart?: boolean } = {},
): Promise<FaultyApp> {
  const preload = 'fault.mjs';
  const packages = { ...bundled, ...dependencies };
  const app = await createInstalledApp(name, packages, { ...files, [preload]: faultModule }, options);
  const modules = join(app.root, 'node_modules');
  for (const each of ['unplugin', 'vite-plugin', 'next', 'astro', 'nuxt'])
    await instrument(join(modules, '@annotate-mcp', each), each);
  await instrument(join(modules, '@annotate-mcp/hub'), 'hub', 'dist/integration');
  const noted = join(app.root, 'called.txt');
  const useWith = async (fault: string | null): Promise<UsedApp> => {
    // The hub of the use before may still write there while it ends.
    await rm(join(app.root, '.annotate'), { recursive: true, force: true, maxRetries: 5 });
    for (const [path, text] of Object.entries(files)) await app.write(path, text);
    const env = {
      PATH: process.env.PATH,
      HOME: app.root,
      NO_COLOR: '1',
      NODE_OPTIONS: `--import ${pathToFileURL(join(app.root, preload)).href}`,
      ...(fault === null ? { ANNOTATE_TEST_NOTES: noted } : { ANNOTATE_TEST_FAULT: fault }),
    };
    const output = await runToEnd(app.root, env);
    return { ...readOutput(output), output };
  };
  return {
    useWith,
    called: async () => {
      const used = await useWith(null);
      if (used.offParts === null) throw new Error(`The app cannot be used: ${used.output}`);
      return [...new Set((await readFile(noted, 'utf8')).trim().split('\n'))].sort();
    },
    [Symbol.asyncDispose]: () => app[Symbol.asyncDispose](),
  };
}

/** What our bundles have inside, and modules that are not bundled import. */
const bundled = { htmlparser2: '^12.0.0' };

const faultModule = `import { appendFileSync } from 'node:fs';
const { ANNOTATE_TEST_NOTES: notes, ANNOTATE_TEST_FAULT: fault } = process.env;
const noted = new Set();
globalThis.annotateTestCall = (name) => {
  if (name === fault) throw new Error('injected into ' + name);
  if (notes === undefined || noted.has(name)) return;
  noted.add(name);
  appendFileSync(notes, name + '\\n');
};
`;

async function runToEnd(cwd: string, env: NodeJS.ProcessEnv): Promise<string> {
  const { promise, resolve } = Promise.withResolvers<string>();
  const options = { cwd, env, timeout: 300_000, maxBuffer: 100_000_000 };
  execFile(process.execPath, ['use.js'], options, (error, stdout, stderr) =>
    resolve(`${stderr}${stdout}${error === null ? '' : `\n${error.message}`}`),
  );
  return promise;
}

function readOutput(output: string): Pick<UsedApp, 'offParts' | 'lines'> {
  const all = output.split('\n');
  const end = all.find((line) => line.startsWith('{"offParts":'));
  const { offParts } =
    end === undefined ? { offParts: null } : (JSON.parse(end) as { offParts: readonly string[] });
  const found = all
    .filter((line) => line !== end)
    .flatMap((line) => /annotate(?:: .*?)? (?:is|are) off: .*/.exec(line)?.[0] ?? []);
  return { offParts, lines: [...new Set(found)] };
}

/** Changes the modules of a package in place, those that are not bundled, whose functions have names. */
async function instrument(folder: string, name: string, part = 'dist'): Promise<void> {
  const manifest = join(folder, 'package.json');
  await writeFile(
    manifest,
    (await readFile(manifest, 'utf8'))
      .replaceAll('/dist/bundle/index.js', '/dist/index.js')
      .replaceAll(/(?<="\.\/)dist\/bundle\/(?=\w+\.js")/g, 'dist/'),
  );
  const files = await readdir(join(folder, part), { recursive: true });
  for (const file of files) {
    // The edge, and how long it waits, is what everything else is measured by; it has tests of its own.
    if (!file.endsWith('.js') || /\.test\.js$|^(?:bundle|testing)\/|^(?:edge|patience)\.js$/.test(file))
      continue;
    const path = join(folder, part, file);
    const code = await readFile(path, 'utf8');
    await writeFile(path, withCalls(code, `${name}/${file.replace(/\.js$/, '')}`));
  }
}

function withCalls(code: string, module: string): string {
  const program = parseScript(code, 'module.js');
  if (program === null) throw new Error(`${module} cannot be parsed.`);
  const changed = new MagicString(code);
  const counts = new Map<string, number>();
  eachFunction(program, (node, name) => {
    const count = (counts.get(name) ?? 0) + 1;
    counts.set(name, count);
    const call = `globalThis.annotateTestCall?.(${JSON.stringify(`${module}:${name}${count > 1 ? count : ''}`)})`;
    const { body } = node;
    if (!isNode(body) || isEdge(code.slice(body.start, body.end))) return;
    // What begins with \`try\` is an edge of its own.
    const [first] = nodesIn(body.body);
    const block = first?.type === 'TryStatement' && isNode(first.block) ? first.block : body;
    if (block.type === 'BlockStatement') changed.appendRight(block.start + 1, `${call};`);
    else changed.appendRight(body.start, `(${call}, `).appendLeft(body.end, ')');
  });
  return changed.toString();
}

/** Functions that do nothing before they call what is guarded: their first statement is such a call. */
function isEdge(body: string): boolean {
  return edges.some((edge) => edge.test(body));
}

const edges = [
  /^(?:\{\s*)?(?:const \w+ = |return )?(?:await )?(?:session\.)?edge\.run\(/,
  /^(?:\{\s*)?(?:return )?(?:createFirstEdge\(options\)\.run|devPlugins)\(/,
  // A request with a guarded middleware, and what that one passes on to.
  /^(?:\{\s*)?(?:guarded\(request|for \(const handle of handlers\))/,
  // The edge itself.
  /^\{\s*(?:return createEdge\(|const \{ createEdge \} = await import\()/,
  // What Next calls, which begins with the app's own part of it, or gives all there is to a loader's edge.
  /^\{\s*(?:return async \(phase|const config = await \(typeof nextConfig|const changed = typeof own)/,
  /^\{\s*(?:loadOrKeep\(|const done = context\.async\()/,
  // In the place of functions of a response.
  /^\{\s*(?:decide\(response|if \(isDecided \|\| response)/,
];

/** Names a function after what it is declared as, or a property of, or assigned to. */
function eachFunction(program: SyntaxNode, visit: (node: SyntaxNode, name: string) => void): void {
  const names = new Map<SyntaxNode, string>();
  const nameOf = (node: unknown): string | null =>
    isNode(node) && typeof node.name === 'string' ? node.name : null;
  walk(program, (node) => {
    for (const [key, value] of [
      ['id', 'init'],
      ['key', 'value'],
    ] as const) {
      const named = nameOf(node[key]);
      const given = node[value];
      if (named !== null && isNode(given)) names.set(given, named);
    }
    if (!/Function|^ObjectMethod$|^ClassMethod$/.test(node.type)) return;
    visit(node, nameOf(node.id) ?? nameOf(node.key) ?? names.get(node) ?? 'function');
  });
}
