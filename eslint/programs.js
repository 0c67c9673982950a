/** Programs are started in one place, packages/store/src/programs: lint refuses every other way to a process. */

/** Modules that start programs. Whether they are safe depends on how each is called, which only one place decides. */
const starters = [
  '@npmcli/promise-spawn',
  'better-opn',
  'child_process',
  'cluster',
  'cross-spawn',
  'execa',
  'foreground-child',
  'launch-editor',
  'launch-editor-middleware',
  'nano-spawn',
  'node-pty',
  'open',
  'opener',
  'shelljs',
  'tinyexec',
  'tree-kill',
  'zx',
];

/** Files of these packages that hold tables, and start nothing. */
const tables = ['launch-editor/get-args.js', 'launch-editor/guess.js'];

/** What runs on the machine of a contributor to this repository, and is in no package as it is published. */
export const exemptFiles = [
  'packages/store/src/programs/**',
  // The contract that drivers are tested by.
  'packages/store/src/contract/**',
  // Runs where nothing is installed or built yet, and starts Node alone.
  'apps/plugin/claude/start.mjs',
  '**/*.test.*',
  '**/testing/**',
  'packages/cli/{build,sea}/**',
  'packages/angular/{install,schematics/testing,builder/testing}/**',
  'apps/*/build.ts',
  '{packages,apps}/*/*.config.ts',
];

const message =
  'Start programs with @annotate-mcp/store/programs: it finds them outside of the project, and no shell reads the arguments.';

/** Ways around an import: the name of the module wherever it is written, and calls of Node that need no module. */
const hidden = new RegExp(
  [
    String.raw`\b(?:require|getBuiltinModule|resolve)\(\s*['"\`](?:node:)?(?:${starters.join('|')})['"\`]`,
    String.raw`['"\`](?:node:)?child_process['"\`]`,
    String.raw`\b(?:execve|spawn_sync|process_wrap)\b`,
  ].join('|'),
  'g',
);

/** @param {string} source */
function isStarter(source) {
  const name = source.replace(/^node:/, '');
  return !tables.includes(name) && starters.some((each) => name === each || name.startsWith(`${each}/`));
}

/** @type {import('eslint').Rule.RuleModule} */
const startedHere = {
  meta: { type: 'problem', messages: { elsewhere: message }, schema: [] },
  create: (context) => ({
    ImportDeclaration(node) {
      if (isStarter(String(node.source.value))) context.report({ node, messageId: 'elsewhere' });
    },
    Program({ body }) {
      const { text } = context.sourceCode;
      const isInImport = (/** @type {number} */ at) =>
        body.some(({ range }) => range !== undefined && range[0] <= at && at < range[1]);
      for (const { index } of text.matchAll(hidden)) {
        const loc = context.sourceCode.getLocFromIndex(index);
        if (!isInImport(index)) context.report({ loc, messageId: 'elsewhere' });
      }
    },
  }),
};

export const programs = { rules: { 'started-in-one-place': startedHere } };
