import type { CliCommand } from '../command.ts';

import { checkCommand } from './check.ts';
import { devCommand } from './dev.ts';
import { doctorCommand } from './doctor.ts';
import { exportCommand } from './export.ts';
import { extensionCommand } from './extension.ts';
import { hookCommand } from './hook.ts';
import { importCommand } from './import.ts';
import { initCommand } from './init.ts';
import { listCommand } from './list.ts';
import { mergeCommand } from './merge.ts';
import { reviewCommand } from './review.ts';
import { serveStdioCommand } from './serve-stdio.ts';
import { serveCommand } from './serve.ts';
import { trustCommand } from './trust.ts';
import { workCommand } from './work.ts';

/** In the order of `--help`. */
export const commands: readonly CliCommand[] = [
  serveStdioCommand,
  serveCommand,
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
];
