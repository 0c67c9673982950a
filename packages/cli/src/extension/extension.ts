/** `annotate-mcp extension`: unpacks the Chrome extension and says how to load it. */
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';

import { startProgram, endProgram, programFinder } from '@annotate-mcp/store/programs';
import { extensionFolder } from '@annotate-mcp/store/user-folders';

import { bundledFolder } from '../bundled-files.ts';
import type { ExitCode, GlobalOptions } from '../cli-command.ts';
import { printable, type Terminal } from '../terminal.ts';

import { removeExtension, unpackExtension, type Unpacked } from './extension-files.ts';
import { findChrome, type FoundBrowser } from './find-chrome.ts';

export interface ExtensionOptions extends GlobalOptions {
  printPath?: boolean;
  remove?: boolean;
  /** `false` with --no-open. */
  open: boolean;
}

/** A page of the extension with the steps: Chrome opens no chrome:// address that another program names. */
const stepsPage = 'install.html';

export async function extension(options: ExtensionOptions, terminal: Terminal): Promise<ExitCode> {
  const folder = extensionFolder();
  if (options.remove === true) {
    remove(folder, terminal);
    return 0;
  }
  const unpacked = unpackExtension(bundledFolder('extension'), folder);
  if (options.printPath === true) {
    terminal.print(folder);
    return 0;
  }
  const found = findChrome();
  // A program that reads the output, such as an agent, tells the person itself.
  const isForPerson = terminal.isScreen;
  const isCopied = isForPerson && (await copyToClipboard(folder));
  const isOpened =
    isForPerson && options.open && found !== null && (await openIn(found, join(folder, stepsPage)));
  printInstallation(
    { folder, unpacked, isCopied, opened: isOpened ? found.name : null, isMissing: found === null },
    terminal,
  );
  return 0;
}

function remove(folder: string, { print }: Terminal): void {
  if (removeExtension(folder)) {
    print(`The extension was removed from ${printable(folder)}. Remove it in chrome://extensions too.`);
  } else print(`There is no extension in ${printable(folder)}.`);
}

/** Puts text on the clipboard, where the system has a program for it. */
type CommandLine = readonly [program: string, ...args: string[]];

/** `false` when no program did it. */
async function copyToClipboard(text: string): Promise<boolean> {
  for (const command of clipboardCommands(process.platform, process.env)) {
    if (await feed(command, text)) return true;
  }
  return false;
}

/** The first that works is used. */
export function clipboardCommands(
  platform: NodeJS.Platform,
  env: Readonly<Record<string, string | undefined>>,
): readonly CommandLine[] {
  if (platform === 'darwin') return [['pbcopy']];
  if (platform === 'win32') return [['clip']];
  return [
    ...(env.WAYLAND_DISPLAY === undefined ? [] : ([['wl-copy']] as const)),
    ...(env.DISPLAY === undefined
      ? []
      : ([
          ['xclip', '-selection', 'clipboard'],
          ['xsel', '--clipboard', '--input'],
        ] as const)),
    // In the Windows Subsystem for Linux.
    ...(env.WSL_DISTRO_NAME === undefined ? [] : ([['clip.exe']] as const)),
  ];
}

const patienceMs = 2_000;

function feed([name, ...args]: CommandLine, text: string): Promise<boolean> {
  const programs = programFinder(null);
  const program = programs.find(name);
  if (program === null) return Promise.resolve(false);
  return new Promise((resolve) => {
    // Without outputs: some leave a process behind that hands the text out, and would hold these open.
    const child = startProgram(program, args, {
      stdio: ['pipe', 'ignore', 'ignore'],
      env: { ...process.env, PATH: programs.path },
    });
    const timer = setTimeout(() => endProgram(child), patienceMs);
    const end = (isCopied: boolean) => {
      clearTimeout(timer);
      resolve(isCopied);
    };
    child.once('error', () => end(false));
    child.once('exit', (code) => end(code === 0));
    // One that does not read its input says so with its code.
    child.stdin?.once('error', () => undefined);
    child.stdin?.end(encodeFor(name, text));
  });
}

/** Windows reads bytes in the letters of the country, unless they begin as UTF-16 does. */
export function encodeFor(program: string, text: string): Buffer {
  return /^clip(?:\.exe)?$/i.test(program) ? Buffer.from(`\ufeff${text}`, 'utf16le') : Buffer.from(text);
}

/** `false` when the browser does not start. */
function openIn({ command: [program, ...args] }: FoundBrowser, file: string): Promise<boolean> {
  return new Promise((resolve) => {
    const child = startProgram(program, [...args, pathToFileURL(file).href], {
      outlives: true,
      stdio: 'ignore',
    });
    child.once('error', () => resolve(false));
    child.once('spawn', () => resolve(true));
    child.unref();
  });
}

/** What `annotate-mcp extension` prints. */
interface Installation {
  readonly folder: string;
  readonly unpacked: Unpacked;
  /** The path is on the clipboard. */
  readonly isCopied: boolean;
  /** The browser that shows the steps; `null` when none was found or none was to be opened. */
  readonly opened: string | null;
  /** No browser was found. */
  readonly isMissing: boolean;
}

function printInstallation(
  { folder, unpacked, isCopied, opened, isMissing }: Installation,
  { print, colors }: Terminal,
  platform: NodeJS.Platform = process.platform,
): void {
  print(`${colors.bold(states[unpacked])} ${printable(folder)}`);
  if (unpacked === 'updated') {
    print(
      'If it is in Chrome already, it loads the new files by itself within a minute, when no agent uses it.',
    );
  }
  print('');
  print(stepsTitle(unpacked, opened));
  const pasted = isCopied ? 'its path is on your clipboard' : 'its path is above';
  print('  1. Open chrome://extensions and switch on "Developer mode", at the top right.');
  print(`  2. Click "Load unpacked" and choose the folder: ${pasted}${pasteHints[platform] ?? ''}.`);
  if (isMissing) {
    print('');
    print('No Chrome was found on this machine. Any browser based on Chromium 125 or newer will do.');
  }
  print('');
  print('Then start your agent, or "npx annotate-mcp serve" in your project: Chrome asks you to connect.');
}

const states: Readonly<Record<Unpacked, string>> = {
  new: 'The extension is in',
  updated: 'The extension was updated in',
  current: 'The extension is up to date in',
};

function stepsTitle(unpacked: Unpacked, opened: string | null): string {
  const first = unpacked === 'new' ? 'Two clicks in Chrome' : 'If it is not in Chrome yet, two clicks there';
  return opened === null ? `${first}:` : `${first}; ${opened} shows them too:`;
}

/** How the system's dialog takes a path. */
const pasteHints: Readonly<Partial<Record<NodeJS.Platform, string>>> = {
  darwin: '; in the dialog press Cmd+Shift+G and paste it',
  linux: '; in the dialog press Ctrl+L and paste it',
  win32: '; paste it into the field "Folder"',
};
