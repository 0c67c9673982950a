import { join } from 'node:path';

import { CliError } from '../../errors.ts';

import {
  type Account,
  type CommandLine,
  serviceDescription,
  mark,
  type CommandResult,
  type Service,
  serviceName,
  type ServiceSystem,
} from './system.ts';

const unit = `${serviceName}.service`;
const control = (...args: string[]): CommandLine => ['systemctl', '--user', ...args];

export const systemd: ServiceSystem = {
  platform: 'linux',
  name: 'systemd user unit',
  encoding: 'utf8',
  file: fileOf,
  install: (service, account) => [
    { do: 'write', file: fileOf(account), text: unitText(service), encoding: 'utf8' },
    { do: 'run', command: control('daemon-reload') },
    { do: 'run', command: control('enable', unit) },
    // Also when it runs already: its options may have changed.
    { do: 'run', command: control('restart', unit) },
  ],
  uninstall: (account) => [
    // Fails when the user has already disabled it.
    { do: 'run', command: control('disable', '--now', unit), mayFail: true },
    { do: 'remove', file: fileOf(account) },
    { do: 'run', command: control('daemon-reload') },
  ],
  probe: () => control('show', '--property=Version'),
  unavailableError,
  state: () => control('is-active', unit),
  runs: ({ stdout }) => ['active', 'activating', 'reloading'].includes(stdout.trim()),
  log: () => `journalctl --user --unit ${unit}`,
};

function fileOf({ env, home }: Account): string {
  const { XDG_CONFIG_HOME = '' } = env;
  return join(XDG_CONFIG_HOME === '' ? join(home, '.config') : XDG_CONFIG_HOME, 'systemd', 'user', unit);
}

function unitText({ command: [program, ...args] }: Service): string {
  return [
    `# ${mark}: its option --uninstall removes this file.`,
    '[Unit]',
    `Description=${serviceDescription}`,
    '',
    '[Service]',
    `ExecStart=${[quotedProgram(program), ...args.map(quotedArgument)].join(' ')}`,
    'Restart=on-failure',
    'RestartSec=5',
    '',
    '[Install]',
    'WantedBy=default.target',
    '',
  ].join('\n');
}

/** systemd replaces no variables in the path of the program, so dollar signs stay. */
function quotedProgram(path: string): string {
  if (!/["'\\\p{Cc}]/u.test(path)) return quoted(path);
  throw new CliError(
    'serve/no-service',
    `systemd cannot start a program with this path: ${JSON.stringify(path)}.`,
    {
      hint: 'Move it to a folder without quotes and backslashes in its name.',
    },
  );
}

function quoted(text: string): string {
  const escaped = text
    .replaceAll('\\', '\\\\')
    .replaceAll('"', '\\"')
    .replaceAll('%', '%%')
    .replaceAll('\n', '\\n');
  return `"${escaped}"`;
}

function quotedArgument(text: string): string {
  return quoted(text.replaceAll('$', '$$$$'));
}

function unavailableError({ code, stderr }: CommandResult): CliError {
  const said = stderr.trim().split('\n')[0] ?? '';
  const why =
    code === null ? 'this system has no systemctl' : said === '' ? 'systemctl --user does not answer' : said;
  return new CliError('serve/no-service', `There is no systemd for this user: ${why}.`, {
    hint:
      'Containers and some remote logins have none. Start "annotate-mcp serve" in another way there, ' +
      'or log in directly (not by su or sudo) and try again; --dry-run shows the unit.',
  });
}
