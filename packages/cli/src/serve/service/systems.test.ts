/** What is written and run on each system. Nothing of it runs here, except what systemd itself says of a unit. */
import { execFileSync } from 'node:child_process';
import { chmodSync, rmSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join } from 'node:path';

import { describe, expect, it, onTestFinished } from 'vitest';

import { temporary } from '../../testing/test-project.ts';

import { launchd } from './launchd.ts';
import { systemOf } from './service.ts';
import type { Account, Step } from './system.ts';
import { systemd } from './systemd.ts';
import { taskScheduler } from './task-scheduler.ts';

const linux: Account = { platform: 'linux', env: {}, home: '/home/me', uid: 1000 };
const mac: Account = { platform: 'darwin', env: {}, home: '/Users/Jörg & Co', uid: 501 };
const windows: Account = {
  platform: 'win32',
  env: { APPDATA: '/roaming', USERDOMAIN: 'BÜRO', USERNAME: 'me & you', SystemRoot: 'C:\\Windows' },
  home: '/home',
  uid: null,
};

function written(steps: readonly Step[]): string {
  const [first] = steps;
  if (first?.do !== 'write') throw new Error('It has to be written before anything is run.');
  return first.text;
}

function ran(steps: readonly Step[]): string[] {
  return steps.flatMap((step) =>
    step.do === 'run' ? [step.command.join(' ')] : step.do === 'remove' ? [`remove ${step.file}`] : [],
  );
}

describe('systemd', () => {
  it('gets a unit of this user, and is told to run it', () => {
    const steps = systemd.install({ command: ['/usr/bin/node', '/opt/bin.mjs', 'serve'] }, linux);
    expect(steps[0]).toMatchObject({ file: '/home/me/.config/systemd/user/annotate-mcp.service' });
    expect(written(steps)).toBe(`# Belongs to annotate-mcp serve: its option --uninstall removes this file.
[Unit]
Description=annotate-mcp: MCP over HTTP, with a bridge to your own Chrome

[Service]
ExecStart="/usr/bin/node" "/opt/bin.mjs" "serve"
Restart=on-failure
RestartSec=5

[Install]
WantedBy=default.target
`);
    expect(ran(steps)).toEqual([
      'systemctl --user daemon-reload',
      'systemctl --user enable annotate-mcp.service',
      'systemctl --user restart annotate-mcp.service',
    ]);
  });

  it('forgets it', () => {
    expect(ran(systemd.uninstall({ ...linux, env: { XDG_CONFIG_HOME: '/cfg' } }))).toEqual([
      'systemctl --user disable --now annotate-mcp.service',
      'remove /cfg/systemd/user/annotate-mcp.service',
      'systemctl --user daemon-reload',
    ]);
  });

  it.each([
    ['a b', '"a b"'],
    ['100%', '"100%%"'],
    ['$HOME', '"$$HOME"'],
    ['"quoted"', '"\\"quoted\\""'],
    ['back\\slash', '"back\\\\slash"'],
    ['Bücher', '"Bücher"'],
    ['two\nlines', '"two\\nlines"'],
  ])('reads the argument %j as it is', (argument, line) => {
    expect(written(systemd.install({ command: ['/n', argument] }, linux))).toContain(
      `ExecStart="/n" ${line}\n`,
    );
  });

  it('is not given a program that it would refuse', () => {
    expect(() => systemd.install({ command: ['/a "b"/node'] }, linux)).toThrow(
      'systemd cannot start a program',
    );
  });

  it.skipIf(!hasSystemd())('finds the program and no fault in the unit', () => {
    const folder = temporary('annotate ünit 50%h $HOME ');
    onTestFinished(() => rmSync(folder, { recursive: true }));
    const program = join(folder, 'node');
    writeFileSync(program, '#!/bin/sh\n');
    chmodSync(program, 0o755);
    const unit = join(folder, 'annotate-mcp.service');
    const verify = (command: [string, ...string[]]) => {
      writeFileSync(unit, written(systemd.install({ command }, linux)));
      return execFileSync('systemd-analyze', ['verify', '--user', unit], {
        env: { ...process.env, XDG_RUNTIME_DIR: folder },
        encoding: 'utf8',
        stdio: 'pipe',
      });
    };
    expect(verify([program, 'serve', '--root=/ü "x" 5% $HOME'])).toBe('');
    expect(() => verify([`${program}-gone`])).toThrow('is not executable');
  });

  it.each([
    ['active', true],
    ['activating', true],
    ['inactive', false],
    ['failed', false],
    ['', false],
  ])('that says %j means running: %s', (stdout, runs) => {
    expect(systemd.runs({ code: runs ? 0 : 3, stdout: `${stdout}\n`, stderr: '' })).toBe(runs);
  });
});

describe('launchd', () => {
  const steps = launchd.install({ command: ['/opt/<a> & "b"/node', 'serve', "--root=/Büro's"] }, mac);

  it('gets an agent of this user, in place of the one there was', () => {
    const file = '/Users/Jörg & Co/Library/LaunchAgents/annotate-mcp.serve.plist';
    expect(steps[0]).toMatchObject({ file });
    expect(ran(steps)).toEqual([
      'launchctl bootout gui/501/annotate-mcp.serve',
      'launchctl enable gui/501/annotate-mcp.serve',
      `launchctl bootstrap gui/501 ${file}`,
    ]);
    expect(ran(launchd.uninstall(mac))).toEqual([
      'launchctl bootout gui/501/annotate-mcp.serve',
      `remove ${file}`,
    ]);
  });

  it('reads what was meant', () => {
    const log = '/Users/Jörg & Co/Library/Logs/annotate-mcp.log';
    expect(textsOf(written(steps))).toEqual([
      ['key', 'Label'],
      ['string', 'annotate-mcp.serve'],
      ['key', 'ProgramArguments'],
      ['string', '/opt/<a> & "b"/node'],
      ['string', 'serve'],
      ['string', "--root=/Büro's"],
      ['key', 'RunAtLoad'],
      ['key', 'KeepAlive'],
      ['key', 'SuccessfulExit'],
      ['key', 'ProcessType'],
      ['string', 'Background'],
      ['key', 'StandardOutPath'],
      ['string', log],
      ['key', 'StandardErrorPath'],
      ['string', log],
    ]);
  });

  it.each([
    { code: 0, stdout: 'gui/501/annotate-mcp.serve = {\n\tstate = running\n\tpid = 7\n}', runs: true },
    { code: 0, stdout: '\tstate = not running\n', runs: false },
    { code: 113, stdout: '', runs: false },
  ])('that says $stdout means running: $runs', ({ code, stdout, runs }) => {
    expect(launchd.runs({ code, stdout, stderr: '' })).toBe(runs);
  });
});

describe('Task Scheduler', () => {
  const argumentsOf = (...command: [string, ...string[]]) =>
    textsOf(written(taskScheduler.install({ command }, windows)))
      .filter(([name]) => name === 'Arguments')
      .map(([, text]) => text);

  it('gets a task at login, and starts it', () => {
    const steps = taskScheduler.install({ command: ['node.exe'] }, windows);
    const file = join('/roaming', 'annotate-mcp', 'service.xml');
    expect(steps[0]).toMatchObject({ file, encoding: 'utf16le' });
    expect(ran(steps)).toEqual([
      'schtasks /End /TN annotate-mcp',
      `schtasks /Create /TN annotate-mcp /XML ${file} /F`,
      'schtasks /Run /TN annotate-mcp',
    ]);
    expect(ran(taskScheduler.uninstall(windows))).toEqual([
      'schtasks /End /TN annotate-mcp',
      'schtasks /Delete /TN annotate-mcp /F',
      `remove ${file}`,
    ]);
  });

  it('reads that it is for this user alone, hidden and without an end', () => {
    const text = written(taskScheduler.install({ command: ['node.exe'] }, windows));
    expect(text.startsWith('\ufeff<?xml version="1.0" encoding="UTF-16"?>\r\n')).toBe(true);
    const texts = textsOf(text);
    expect(texts.filter(([name]) => name === 'UserId')).toEqual([
      ['UserId', 'BÜRO\\me & you'],
      ['UserId', 'BÜRO\\me & you'],
    ]);
    expect(texts).toEqual(
      expect.arrayContaining([
        ['LogonType', 'InteractiveToken'],
        ['Hidden', 'true'],
        ['ExecutionTimeLimit', 'PT0S'],
        ['Command', 'C:\\Windows\\System32\\conhost.exe'],
      ]),
    );
  });

  it.each([
    ['C:\\Program Files\\node.exe', '"C:\\Program Files\\node.exe"'],
    ['C:\\node.exe', 'C:\\node.exe'],
    ['--root=C:\\my shop\\', '"--root=C:\\my shop\\\\"'],
    ['say "hi"', '"say \\"hi\\""'],
    ['a\\"b', '"a\\\\\\"b"'],
    ['Bücher & <mehr>', '"Bücher & <mehr>"'],
    ['100%', '"100%"'],
    ['', '""'],
  ])('passes %j on as it is', (word, line) => {
    expect(argumentsOf('node.exe', word)).toEqual([`--headless node.exe ${line}`]);
  });

  it('is not given what it would replace', () => {
    expect(() => argumentsOf('C:\\%TEMP%\\node.exe')).toThrow('would read a variable');
  });
});

it('there is no service where we know no system', () => {
  expect(() => systemOf('freebsd')).toThrow('cannot install a service on freebsd');
});

function hasSystemd(): boolean {
  try {
    execFileSync('systemd-analyze', ['--version'], { stdio: 'ignore' });
    return true;
  } catch {
    // Most machines that are no Linux.
    return false;
  }
}

interface Sax {
  parser: (isStrict: true) => {
    onopentag: (tag: { name: string }) => void;
    ontext: (text: string) => void;
    onerror: (error: Error) => void;
    write: (text: string) => { close: () => void };
  };
}

/** Every text with the tag it is in; throws for what is no XML. */
function textsOf(xml: string): [tag: string, text: string][] {
  const { parser } = createRequire(import.meta.url)('sax') as Sax;
  const texts: [string, string][] = [];
  let tag = '';
  const strict = parser(true);
  strict.onopentag = ({ name }) => (tag = name);
  strict.ontext = (text) => text.trim() !== '' && texts.push([tag, text]);
  strict.onerror = (error) => {
    throw error;
  };
  strict.write(xml).close();
  return texts;
}
