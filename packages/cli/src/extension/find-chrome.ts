/** Finds a browser that extensions of Chrome can be loaded into. */
import { existsSync } from 'node:fs';
import { posix, win32 } from 'node:path';

import { programFinder } from '@annotate-mcp/store/programs';
import { type Machine, thisMachine } from '@annotate-mcp/store/user-folders';

export interface FoundBrowser {
  /** Shown to the person. */
  readonly name: string;
  /** The command that opens an address in it, without the address. */
  readonly command: readonly [program: string, ...args: string[]];
}

interface KnownBrowser {
  readonly name: string;
  /** Programs on Linux. */
  readonly linux: readonly string[];
  /** Folder of the program on macOS, without `.app`. */
  readonly darwin: string;
  /** The program on Windows, below the folders for programs. */
  readonly win32: string;
}

/** The one that most people mean comes first. */
const browsers: readonly KnownBrowser[] = [
  {
    name: 'Chrome',
    linux: ['google-chrome-stable', 'google-chrome'],
    darwin: 'Google Chrome',
    win32: 'Google\\Chrome\\Application\\chrome.exe',
  },
  {
    name: 'Chromium',
    linux: ['chromium', 'chromium-browser'],
    darwin: 'Chromium',
    win32: 'Chromium\\Application\\chrome.exe',
  },
  {
    name: 'Edge',
    linux: ['microsoft-edge-stable', 'microsoft-edge'],
    darwin: 'Microsoft Edge',
    win32: 'Microsoft\\Edge\\Application\\msedge.exe',
  },
  {
    name: 'Brave',
    linux: ['brave-browser', 'brave'],
    darwin: 'Brave Browser',
    win32: 'BraveSoftware\\Brave-Browser\\Application\\brave.exe',
  },
  {
    name: 'Vivaldi',
    linux: ['vivaldi-stable', 'vivaldi'],
    darwin: 'Vivaldi',
    win32: 'Vivaldi\\Application\\vivaldi.exe',
  },
];

/** `null` when none of them is installed where such programs are. */
export function findChrome(
  machine: Machine = thisMachine,
  exists: (path: string) => boolean = existsSync,
): FoundBrowser | null {
  for (const browser of browsers) {
    const command = commandOf(browser, machine, exists);
    if (command !== null) return { name: browser.name, command };
  }
  return null;
}

function commandOf(
  browser: KnownBrowser,
  { platform, env, home }: Machine,
  exists: (path: string) => boolean,
): FoundBrowser['command'] | null {
  if (platform === 'darwin') {
    const folders = ['/Applications', posix.join(home, 'Applications')];
    const isThere = folders.some((folder) => exists(posix.join(folder, `${browser.darwin}.app`)));
    return isThere ? ['/usr/bin/open', '-a', browser.darwin] : null;
  }
  const places =
    platform === 'win32'
      ? [env.ProgramFiles, env['ProgramFiles(x86)'], env.LOCALAPPDATA]
          .filter((folder) => folder !== undefined)
          .map((folder) => win32.join(folder, browser.win32))
      : programFolders(env.PATH ?? '').flatMap((folder) =>
          browser.linux.map((program) => posix.join(folder, program)),
        );
  const program = places.find(exists);
  return program === undefined ? null : [program];
}

/** Without those that a project brings with it: npx adds them to PATH. */
function programFolders(path: string): string[] {
  return programFinder(null, { PATH: path }, 'linux')
    .path.split(':')
    .filter((folder) => folder !== '' && !folder.includes('/node_modules/'));
}
