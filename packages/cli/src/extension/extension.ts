/** `annotate-mcp extension`: unpacks the Chrome extension and says how to load it. */
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';

import { startProgram } from '@annotate-mcp/store/programs';
import { extensionFolder } from '@annotate-mcp/store/user-folders';

import { bundledFolder } from '../bundled-files.ts';
import type { ExitCode, GlobalOptions } from '../command.ts';
import { printable, type Terminal } from '../terminal.ts';

import { copyToClipboard } from './clipboard.ts';
import { removeExtension, unpackExtension } from './extension-files.ts';
import { findChrome, type FoundBrowser } from './find-chrome.ts';
import { printInstallation } from './messages.ts';

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
