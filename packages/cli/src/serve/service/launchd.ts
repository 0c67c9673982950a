import { join } from 'node:path';

import { CliError } from '../../errors.ts';

import { escapeXml } from './escape-xml.ts';
import {
  type Account,
  type CommandLine,
  mark,
  type CommandResult,
  type Service,
  serviceName,
  type ServiceSystem,
} from './system.ts';

const label = `${serviceName}.serve`;
const control = (...args: string[]): CommandLine => ['launchctl', ...args];

export const launchd: ServiceSystem = {
  platform: 'darwin',
  name: 'launch agent',
  encoding: 'utf8',
  file: fileOf,
  install: (service, account) => [
    { do: 'write', file: fileOf(account), text: plistText(service, account), encoding: 'utf8' },
    { do: 'run', command: control('bootout', targetOf(account)), mayFail: true },
    // Remembered by label: one that was disabled once would stay so.
    { do: 'run', command: control('enable', targetOf(account)) },
    { do: 'run', command: control('bootstrap', domainOf(account), fileOf(account)), repeat: true },
  ],
  uninstall: (account) => [
    { do: 'run', command: control('bootout', targetOf(account)), mayFail: true },
    { do: 'remove', file: fileOf(account) },
  ],
  probe: (account) => control('print', domainOf(account)),
  unavailableError,
  state: (account) => control('print', targetOf(account)),
  runs: ({ code, stdout }) => code === 0 && /^\s*state = running$/m.test(stdout),
  log: logOf,
};

function fileOf({ home }: Account): string {
  return join(home, 'Library', 'LaunchAgents', `${label}.plist`);
}

function logOf({ home }: Account): string {
  return join(home, 'Library', 'Logs', `${serviceName}.log`);
}

function domainOf({ uid }: Account): string {
  return `gui/${uid ?? 0}`;
}

function targetOf(account: Account): string {
  return `${domainOf(account)}/${label}`;
}

function plistText({ command }: Service, account: Account): string {
  const log = escapeXml(logOf(account));
  return [
    '<?xml version="1.0" encoding="UTF-8"?>',
    '<!DOCTYPE plist PUBLIC "-//Apple//DTD PLIST 1.0//EN" "http://www.apple.com/DTDs/PropertyList-1.0.dtd">',
    `<!-- ${mark} -->`,
    '<plist version="1.0">',
    '<dict>',
    '  <key>Label</key>',
    `  <string>${label}</string>`,
    '  <key>ProgramArguments</key>',
    '  <array>',
    ...command.map((word) => `    <string>${escapeXml(word)}</string>`),
    '  </array>',
    '  <key>RunAtLoad</key>',
    '  <true/>',
    '  <key>KeepAlive</key>',
    '  <dict>',
    '    <key>SuccessfulExit</key>',
    '    <false/>',
    '  </dict>',
    '  <key>ProcessType</key>',
    '  <string>Background</string>',
    '  <key>StandardOutPath</key>',
    `  <string>${log}</string>`,
    '  <key>StandardErrorPath</key>',
    `  <string>${log}</string>`,
    '</dict>',
    '</plist>',
    '',
  ].join('\n');
}

function unavailableError({ code }: CommandResult): CliError {
  const why = code === null ? 'launchctl was not found' : 'this user is not logged in to the desktop';
  return new CliError('serve/no-service', `No launch agent can be installed: ${why}.`, {
    hint: 'Log in on the Mac itself and try again, or run "annotate-mcp serve" here; --dry-run shows the file.',
  });
}
