/** Opens addresses of ours in the person's browser. */
import { existsSync } from 'node:fs';
import { isAbsolute } from 'node:path';

import { programFinder, startProgram, systemProgram } from '@annotate-mcp/store/programs';

/** After this time the launcher has exited, or it is the browser itself. */
const patienceMs = 1_000;

/** `false` when there is no browser to open it with. The address is printed then, so that the person can open it. */
export async function openInBrowser(url: string): Promise<boolean> {
  const programs = programFinder(null);
  const command = browserCommand(process.platform, process.env, (name) => programs.find(name));
  if (command === null || !/^https?:\/\//.test(url)) return false;
  const [program, ...args] = command;
  const launcher = startProgram(program, [...args, new URL(url).href], {
    stdio: 'ignore',
    outlives: true,
    env: { ...process.env, PATH: programs.path },
  });
  launcher.unref();
  return new Promise<boolean>((resolve) => {
    launcher.once('error', () => resolve(false));
    // On Linux the launcher starts even when there is no browser, and then exits with an error.
    launcher.once('exit', (code) => resolve(code === 0));
    setTimeout(() => resolve(true), patienceMs).unref();
  });
}

/** What takes an address as its last argument and opens it; `null` when the system has nothing for it. */
function browserCommand(
  platform: NodeJS.Platform,
  env: Readonly<Record<string, string | undefined>>,
  find: (name: string) => string | null,
): readonly [program: string, ...args: string[]] | null {
  const chosen = platform === 'win32' ? null : chosenBrowser(env.BROWSER ?? '', find);
  if (chosen !== null) return chosen;
  if (platform === 'darwin') return ['/usr/bin/open'];
  const handler = 'url.dll,FileProtocolHandler';
  if (platform === 'win32') return [systemProgram('rundll32.exe', env), handler];
  // In the Windows Subsystem for Linux the browser is one of Windows.
  const ofWindows = env.WSL_DISTRO_NAME === undefined ? [] : [['wslview'], ['rundll32.exe', handler]];
  for (const [name = '', ...args] of [...ofWindows, ['xdg-open']]) {
    const program = find(name);
    if (program !== null) return [program, ...args];
  }
  return null;
}

/**
 * The first program of `BROWSER` that is there: programs with a colon between them, as remote editors set it for a browser
 * on the person's own machine. One that does not take the address last (`%s` elsewhere) is passed over.
 */
function chosenBrowser(
  listed: string,
  find: (name: string) => string | null,
): readonly [program: string, ...args: string[]] | null {
  for (const command of listed.split(':')) {
    const typed = command.trim().replace(/\s*%s$/, '');
    const [name = '', ...args] = existsSync(typed) ? [typed] : typed.split(/\s+/);
    if (name === '' || args.some((arg) => arg.includes('%s'))) continue;
    const program = isAbsolute(name) ? (existsSync(name) ? name : null) : find(name);
    if (program !== null) return [program, ...args];
  }
  return null;
}
