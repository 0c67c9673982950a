/** Puts text on the clipboard, where the system has a program for it. */
import { spawn } from 'node:child_process';

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

function feed([program, ...args]: CommandLine, text: string): Promise<boolean> {
  return new Promise((resolve) => {
    const child = spawn(program, args, {
      stdio: ['pipe', 'ignore', 'ignore'],
      windowsHide: true,
      timeout: patienceMs,
    });
    child.once('error', () => resolve(false));
    child.once('exit', (code) => resolve(code === 0));
    // A program that is missing has no stdin; its "error" event reports that.
    child.stdin.once('error', () => undefined);
    child.stdin.end(text);
  });
}
