import { defineCliCommand } from '../cli-command.ts';
import { jsonOption, readWords } from '../options.ts';
import type { ProjectOptions } from '../team/project.ts';

export const projectCommand = defineCliCommand<ProjectOptions>({
  name: 'project',
  summary: 'list the projects of a team server, and set which pages may load the overlay of one',
  examples: [
    'annotate-mcp project',
    'annotate-mcp project --project shop --origin https://staging.example.com',
    'annotate-mcp project --project shop --origin none',
  ],
  configure: (command) =>
    command
      .option('--project <name>', 'only this one; with --origin it is created if it is new')
      .option(
        '--origin <origins...>',
        'the origins of its pages, in place of those before; none: no page',
        readWords,
      )
      .addOption(jsonOption()),
  run: async (options, terminal) => {
    const { project } = await import('../team/project.ts');
    await project(options, terminal);
    return 0;
  },
});
