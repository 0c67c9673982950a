import type { RunChecksOptions } from '../check/run-checks.ts';
import { defineCliCommand } from '../cli-command.ts';
import { CliError } from '../errors.ts';
import { jsonOption } from '../options.ts';

export const checkCommand = defineCliCommand<RunChecksOptions>({
  name: 'check',
  summary: 'keep what was changed: write a Playwright test from a resolved annotation, and run those tests',
  examples: [
    'annotate-mcp check',
    'annotate-mcp check add 3f2a91c0',
    'annotate-mcp check --no-reopen --json',
  ],
  configure: (command) =>
    command
      .argument('[words...]', 'add and an id: write the test of this annotation; nothing: run all of them')
      .option('--no-reopen', 'leave the annotations of tests that fail as they are')
      .addOption(jsonOption()),
  run: async (options, terminal, args) => {
    const [word, id, ...more] = args;
    if (word === undefined) {
      const { runChecks } = await import('../check/run-checks.ts');
      return runChecks(options, terminal);
    }
    if (word !== 'add' || id === undefined || more.length > 0) throw usageError();
    const { addCheck } = await import('../check/add-check.ts');
    await addCheck(id, options, terminal);
    return 0;
  },
});

function usageError(): CliError {
  return new CliError('cli/usage', 'This is not what check understands.', {
    hint: 'To run the checks: annotate-mcp check. To write one: annotate-mcp check add <id>.',
  });
}
