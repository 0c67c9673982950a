/** The options of `annotate-mcp serve` that are about the service. */
import { type Command, Option } from 'commander';

import { CliError } from '../../errors.ts';

export interface ServiceOptions {
  install?: boolean;
  uninstall?: boolean;
  status?: boolean;
  dryRun?: boolean;
}

export type ServiceAction = 'install' | 'uninstall' | 'status';

export function serviceOptions(command: Command): Command {
  const others = ['connection', 'rotateKey'];
  return command
    .addOption(
      new Option('--install', 'start it with these options at every login, and now').conflicts([
        'uninstall',
        'status',
        ...others,
      ]),
    )
    .addOption(new Option('--uninstall', 'undo --install').conflicts(['status', ...others]))
    .addOption(
      new Option('--status', 'say whether that is installed and runs; fails when it does not').conflicts(
        others,
      ),
    )
    .option('--dry-run', 'with --install or --uninstall: only print what would be written and run');
}

/** `null` when the server itself was asked for. */
export function serviceAction({ install, uninstall, status, dryRun }: ServiceOptions): ServiceAction | null {
  if (install === true) return 'install';
  if (uninstall === true) return 'uninstall';
  if (dryRun === true) {
    throw new CliError('cli/usage', '--dry-run goes with --install or --uninstall.', {
      hint: 'Run "annotate-mcp serve --install --dry-run" to see what would be written and run.',
    });
  }
  return status === true ? 'status' : null;
}
