import { join, win32 } from 'node:path';

import { configFolder } from '@annotate-mcp/store/user-folders';

import { CliError } from '../../errors.ts';

import { escapeXml } from './escape-xml.ts';
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

const control = (action: string, ...args: string[]): CommandLine => ['schtasks', action, ...args];
const byName = ['/TN', serviceName] as const;

export const taskScheduler: ServiceSystem = {
  platform: 'win32',
  name: 'task at login',
  // schtasks reads characters beyond ASCII only from this encoding.
  encoding: 'utf16le',
  file: fileOf,
  install: (service, account) => [
    { do: 'write', file: fileOf(account), text: taskText(service, account), encoding: 'utf16le' },
    { do: 'run', command: control('/End', ...byName), mayFail: true },
    { do: 'run', command: control('/Create', ...byName, '/XML', fileOf(account), '/F') },
    { do: 'run', command: control('/Run', ...byName) },
  ],
  uninstall: (account) => [
    { do: 'run', command: control('/End', ...byName), mayFail: true },
    // Fails when the user has already deleted it.
    { do: 'run', command: control('/Delete', ...byName, '/F'), mayFail: true },
    { do: 'remove', file: fileOf(account) },
  ],
  probe: () => control('/Query', '/FO', 'LIST'),
  unavailableError,
  state: () => control('/Query', ...byName),
  runs: ({ code }) => (code === 0 ? null : false),
  log: () => `Task Scheduler (taskschd.msc), task ${serviceName}`,
};

function fileOf(account: Account): string {
  return join(configFolder(account), 'service.xml');
}

function taskText({ command }: Service, { env }: Account): string {
  const user = escapeXml(userOf(env));
  return [
    '\ufeff<?xml version="1.0" encoding="UTF-16"?>',
    '<Task version="1.2" xmlns="http://schemas.microsoft.com/windows/2004/02/mit/task">',
    '  <RegistrationInfo>',
    `    <Description>${serviceDescription}. ${mark}.</Description>`,
    '  </RegistrationInfo>',
    '  <Triggers>',
    '    <LogonTrigger>',
    '      <Enabled>true</Enabled>',
    // For this user only: a task for all users needs an administrator.
    `      <UserId>${user}</UserId>`,
    '    </LogonTrigger>',
    '  </Triggers>',
    '  <Principals>',
    '    <Principal id="Author">',
    `      <UserId>${user}</UserId>`,
    '      <LogonType>InteractiveToken</LogonType>',
    '      <RunLevel>LeastPrivilege</RunLevel>',
    '    </Principal>',
    '  </Principals>',
    ...settings,
    '  <Actions Context="Author">',
    '    <Exec>',
    ...withoutWindow(command, env).map((line) => `      ${line}`),
    '    </Exec>',
    '  </Actions>',
    '</Task>',
    '',
  ].join('\r\n');
}

const settings = [
  '  <Settings>',
  '    <MultipleInstancesPolicy>IgnoreNew</MultipleInstancesPolicy>',
  '    <DisallowStartIfOnBatteries>false</DisallowStartIfOnBatteries>',
  '    <StopIfGoingOnBatteries>false</StopIfGoingOnBatteries>',
  '    <Hidden>true</Hidden>',
  // No limit; the default is three days.
  '    <ExecutionTimeLimit>PT0S</ExecutionTimeLimit>',
  '    <RestartOnFailure>',
  '      <Interval>PT1M</Interval>',
  '      <Count>3</Count>',
  '    </RestartOnFailure>',
  '  </Settings>',
];

/** Starts the program without a console window. "Hidden" hides only the task in the list of tasks. */
function withoutWindow(command: CommandLine, env: Account['env']): [string, string] {
  const conhost = win32.join(env.SystemRoot ?? 'C:\\Windows', 'System32', 'conhost.exe');
  const words = command.map((word) => quoted(refuseVariables(word)));
  return [
    `<Command>${escapeXml(conhost)}</Command>`,
    `<Arguments>${escapeXml(['--headless', ...words].join(' '))}</Arguments>`,
  ];
}

/** Quotes as Windows programs split their command line: a backslash is literal unless a quote follows. */
function quoted(word: string): string {
  if (/^[\w:\\/.=@-]+$/.test(word)) return word;
  return `"${word.replace(/(\\*)(?="|$)/g, '$1$1').replaceAll('"', '\\"')}"`;
}

function refuseVariables(word: string): string {
  if (!/%[^%]+%/.test(word)) return word;
  throw new CliError('serve/no-service', `Task Scheduler would read a variable in ${JSON.stringify(word)}.`, {
    hint: 'Rename or move that folder so that its path has at most one "%".',
  });
}

function userOf({ USERDOMAIN = '', USERNAME = '' }: Account['env']): string {
  return USERDOMAIN === '' ? USERNAME : `${USERDOMAIN}\\${USERNAME}`;
}

function unavailableError({ code, stderr }: CommandResult): CliError {
  const why = code === null ? 'schtasks was not found' : stderr.trim();
  return new CliError('serve/no-service', `Task Scheduler does not answer: ${why}.`, {
    hint: 'Start the service "Task Scheduler", or run "annotate-mcp serve" yourself; --dry-run shows the task.',
  });
}
