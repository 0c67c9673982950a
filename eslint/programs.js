/** Programs are started in one place, packages/store/src/programs: lint refuses every other way to a process. */

/** Modules that start programs. Whether they are safe depends on how each is called, which only one place decides. */
const starters = [
  'child_process',
  'cluster',
  'cross-spawn',
  'execa',
  'launch-editor',
  'nano-spawn',
  'node-pty',
  'open',
  'shelljs',
  'tinyexec',
  'zx',
];

/** What runs on the machine of somebody who works on this repository, and is in no package as it is published. */
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

/** Ways around an import. */
const hidden = new RegExp(
  String.raw`\b(?:require|getBuiltinModule|resolve)\(\s*['"\`](?:node:)?(?:${starters.join('|')})['"\`]`,
  'g',
);

/** @type {import('eslint').Rule.RuleModule} */
const startedHere = {
  meta: { type: 'problem', messages: { elsewhere: message }, schema: [] },
  create: (context) => ({
    ImportDeclaration(node) {
      const name = String(node.source.value).replace(/^node:/, '');
      if (starters.includes(name)) context.report({ node, messageId: 'elsewhere' });
    },
    Program() {
      const { text } = context.sourceCode;
      for (const { index } of text.matchAll(hidden)) {
        const loc = context.sourceCode.getLocFromIndex(index);
        context.report({ loc, messageId: 'elsewhere' });
      }
    },
  }),
};

export const programs = { rules: { 'started-in-one-place': startedHere } };
