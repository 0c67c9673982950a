/** Puts text on the clipboard, where the system has a program for it. */
import { endProgram, programFinder, startProgram } from '@annotate-mcp/store/programs';

type CommandLine = readonly [program: string, ...args: string[]];

const patienceMs = 2_000;

/** `false` when no program did it. */
export async function copyToClipboard(text: string): Promise<boolean> {
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
    child.stdin?.end(text);
  });
}
