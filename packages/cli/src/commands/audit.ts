import { defineCliCommand } from '../cli-command.ts';
import { jsonOption } from '../options.ts';
import type { AuditOptions } from '../team/audit.ts';
import { readTime } from '../team/read-time.ts';

export const auditCommand = defineCliCommand<AuditOptions>({
  name: 'audit',
  summary: 'print who did what in a project of a team server: annotations, tokens and people',
  examples: ['annotate-mcp audit --project shop --since 7d', 'annotate-mcp audit --project shop --json'],
  configure: (command) =>
    command
      .requiredOption('--project <name>', 'the project')
      .option('--since <time>', 'only what happened since, such as 7d or 2027-01-31', (text) =>
        readTime(text, -1),
      )
      .addOption(jsonOption()),
  run: async (options, terminal) => {
    const { audit } = await import('../team/audit.ts');
    await audit(options, terminal);
    return 0;
  },
});
