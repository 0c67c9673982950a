/** Puts text on the clipboard, where the system has a program for it. */
import { programFinder, runProgram } from '@annotate-mcp/store/programs';

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

async function feed([name, ...args]: CommandLine, text: string): Promise<boolean> {
  const programs = programFinder(null);
  const program = programs.find(name);
  if (program === null) return false;
  const env = { ...process.env, PATH: programs.path };
  try {
    return (await runProgram(program, args, { env, input: text, mostMs: patienceMs })).code === 0;
  } catch {
    // The next one may work; else the person copies it by hand.
    return false;
  }
}
