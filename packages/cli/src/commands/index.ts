import type { CliCommand } from '../cli-command.ts';

import { auditCommand } from './audit.ts';
import { checkCommand } from './check.ts';
import { devCommand } from './dev.ts';
import { dismissCommand } from './dismiss.ts';
import { doctorCommand } from './doctor.ts';
import { exportCommand } from './export.ts';
import { extensionCommand } from './extension.ts';
import { hookCommand } from './hook.ts';
import { importCommand } from './import.ts';
import { initCommand } from './init.ts';
import { inviteCommand } from './invite.ts';
import { listCommand } from './list.ts';
import { lspCommand } from './lsp.ts';
import { mergeCommand } from './merge.ts';
import { personCommand } from './person.ts';
import { projectCommand } from './project.ts';
import { releaseCommand } from './release.ts';
import { replyCommand } from './reply.ts';
import { resolveCommand } from './resolve.ts';
import { reviewCommand } from './review.ts';
import { serveStdioCommand } from './serve-stdio.ts';
import { serveCommand } from './serve.ts';
import { syncCommand } from './sync.ts';
import { takeCommand } from './take.ts';
import { tokenCommand } from './token.ts';
import { trustCommand } from './trust.ts';
import { watchCommand } from './watch.ts';
import { workCommand } from './work.ts';

interface CommandGroup {
  readonly heading: string;
  readonly commands: readonly CliCommand[];
}

/** In the order of `--help`: first what a person needs in the first hour. */
const groups: readonly CommandGroup[] = [
  { heading: 'Start here:', commands: [initCommand, devCommand, doctorCommand, reviewCommand, workCommand] },
  {
    heading: 'Annotations:',
    commands: [listCommand, checkCommand, trustCommand, exportCommand, importCommand, mergeCommand],
  },
  {
    heading: 'For an agent in a shell, without MCP:',
    commands: [watchCommand, takeCommand, replyCommand, resolveCommand, dismissCommand, releaseCommand],
  },
  {
    heading: 'Agents, editors and browsers:',
    commands: [serveStdioCommand, serveCommand, lspCommand, extensionCommand, hookCommand],
  },
  {
    heading: 'Teams:',
    commands: [projectCommand, tokenCommand, inviteCommand, personCommand, auditCommand, syncCommand],
  },
];

export const commands: readonly CliCommand[] = groups.flatMap((group) => group.commands);

/** The heading under which `--help` lists a command. */
export function headingOf(command: CliCommand): string {
  return groups.find((group) => group.commands.includes(command))?.heading ?? 'Commands:';
}
