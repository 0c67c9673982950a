/** WebKitGTK's MiniBrowser over WebDriver, on a screen of its own. */
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { readdirSync } from 'node:fs';
import { createInterface } from 'node:readline';

import { freePort } from '../../support/free-port.ts';

import { findExecutable, findInPath } from './find-program.ts';
import type { BrowserKind, RealBrowser } from './real-browser.ts';
import { openSession, type WebDriverSession } from './webdriver-session.ts';

export const webkit: BrowserKind = {
  name: 'WebKit',
  debianPackages: 'webkit2gtk-driver xvfb',
  find: () =>
    findInPath('WebKitWebDriver') === null || findInPath('Xvfb') === null ? null : findMiniBrowser(),
  start: startWebKit,
};

/** The driver's own choice is the browser of another package on some systems. */
function findMiniBrowser(): string | null {
  const libraries = ['/usr/lib', ...subfolders('/usr/lib', '-linux-gnu')];
  const folders = libraries.flatMap((folder) => subfolders(folder, '', 'webkit2gtk-'));
  return findExecutable(folders.map((folder) => `${folder}/MiniBrowser`));
}

function subfolders(folder: string, end: string, start = ''): string[] {
  return readdirSync(folder)
    .filter((name) => name.startsWith(start) && name.endsWith(end))
    .map((name) => `${folder}/${name}`);
}

async function startWebKit(program: string): Promise<RealBrowser> {
  await using started = new AsyncDisposableStack();
  const screen = spawn('Xvfb', ['-displayfd', '1', '-screen', '0', '1300x900x24', '-nolisten', 'tcp'], {
    stdio: ['ignore', 'pipe', 'ignore'],
  });
  started.defer(async () => end(screen));
  const port = await freePort();
  const driver = spawn('WebKitWebDriver', ['--host=127.0.0.1', `--port=${port}`], {
    env: { ...process.env, DISPLAY: `:${await firstLine(screen)}` },
    stdio: 'ignore',
  });
  started.defer(async () => end(driver));
  const session = await openSession(`http://127.0.0.1:${port}`, {
    browserName: 'MiniBrowser',
    'webkitgtk:browserOptions': { binary: program, args: ['--automation'] },
  });
  started.defer(async () => session.close());
  return useSession(session, started.move());
}

function useSession(session: WebDriverSession, running: AsyncDisposableStack): RealBrowser {
  const key = async (actions: object[]) => session.act({ type: 'key', id: 'keyboard', actions });
  const pointer = async (action: object) =>
    session.act({ type: 'pointer', id: 'mouse', parameters: { pointerType: 'mouse' }, actions: [action] });
  return {
    version: `WebKitGTK ${session.browserVersion}`,
    open: async (url) => session.open(url),
    evaluate: async (run, ...args) => session.evaluate(run, args),
    moveTo: async ({ x, y }) =>
      pointer({ type: 'pointerMove', duration: 0, origin: 'viewport', x: Math.round(x), y: Math.round(y) }),
    pressPointer: async () => pointer({ type: 'pointerDown', button: 0 }),
    releasePointer: async () => pointer({ type: 'pointerUp', button: 0 }),
    pressKeys: async (keys) => {
      const values = keys.split('+').map(keyValue);
      await key([
        ...values.map((value) => ({ type: 'keyDown', value })),
        ...values.toReversed().map((value) => ({ type: 'keyUp', value })),
      ]);
    },
    typeText: async (text) =>
      key(
        Array.from(text).flatMap((value) => [
          { type: 'keyDown', value },
          { type: 'keyUp', value },
        ]),
      ),
    [Symbol.asyncDispose]: async () => running.disposeAsync(),
  };
}

/** Where the standard puts the keys that write nothing. */
const namedKeys: Readonly<Record<string, string>> = {
  Alt: '\uE00A',
  Control: '\uE009',
  Enter: '\uE007',
  Escape: '\uE00C',
  Shift: '\uE008',
};

function keyValue(name: string): string {
  return namedKeys[name] ?? name.replace(/^Key/, '').toLowerCase();
}

async function firstLine({ stdout }: ChildProcess): Promise<string> {
  if (stdout === null) throw new Error('The program has no output to read.');
  const [line] = (await once(createInterface({ input: stdout }), 'line')) as [string];
  return line;
}

async function end(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return;
  const exited = once(child, 'exit');
  child.kill('SIGTERM');
  await exited;
}
