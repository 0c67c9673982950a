import type { CliCommand } from '../command.ts';

import { auditCommand } from './audit.ts';
import { checkCommand } from './check.ts';
import { devCommand } from './dev.ts';
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
import { reviewCommand } from './review.ts';
import { serveStdioCommand } from './serve-stdio.ts';
import { serveCommand } from './serve.ts';
import { syncCommand } from './sync.ts';
import { tokenCommand } from './token.ts';
import { trustCommand } from './trust.ts';
import { workCommand } from './work.ts';

/** In the order of `--help`. */
export const commands: readonly CliCommand[] = [
  serveStdioCommand,
  serveCommand,
  lspCommand,
  extensionCommand,
  devCommand,
  workCommand,
  initCommand,
  doctorCommand,
  reviewCommand,
  listCommand,
  checkCommand,
  trustCommand,
  hookCommand,
  exportCommand,
  importCommand,
  mergeCommand,
  projectCommand,
  tokenCommand,
  inviteCommand,
  auditCommand,
  personCommand,
  syncCommand,
];
