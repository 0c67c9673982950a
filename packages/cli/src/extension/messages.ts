/** What `annotate-mcp extension` prints. */
import { printable, type Terminal } from '../terminal.ts';

import type { Unpacked } from './extension-files.ts';

export interface Installation {
  readonly folder: string;
  readonly unpacked: Unpacked;
  /** The path is on the clipboard. */
  readonly isCopied: boolean;
  /** The browser that shows the steps; `null` when none was found or none was to be opened. */
  readonly opened: string | null;
  /** No browser was found. */
  readonly isMissing: boolean;
}

export function printInstallation(
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
