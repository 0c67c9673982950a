/**
 * Finds the person's editor: the one that they name, else one that runs. Which editors there are, and how they take a line,
 * `launch-editor` knows; it would start them by a name that a repository can take.
 */
import { readdirSync, readFileSync } from 'node:fs';
import { isAbsolute, join, win32 } from 'node:path';

import { hasErrorCode } from '@annotate-mcp/store/files';
import { type ProgramFinder, runProgram } from '@annotate-mcp/store/programs';

type Environment = Readonly<Record<string, string | undefined>>;

export interface FoundEditor {
  /** As the person or the table calls it. */
  readonly name: string;
  /** `null` when it is not installed outside the project. */
  readonly program: string | null;
  readonly args: readonly string[];
}

/** `null` when none is named and none runs. */
export async function findEditor(
  programs: ProgramFinder,
  env: Environment = process.env,
): Promise<FoundEditor | null> {
  const named = wordsOf(env.LAUNCH_EDITOR);
  if (named !== null) return resolveEditor(named, programs);
  const running = await runningEditor();
  if (running !== null) return resolveEditor([running], programs);
  const usual = wordsOf(env.VISUAL) ?? wordsOf(env.EDITOR);
  return usual === null ? null : resolveEditor(usual, programs);
}

/** A whole path may have spaces in it; else what follows the first word are arguments. */
function wordsOf(value: string | undefined): string[] | null {
  const text = value?.trim() ?? '';
  if (text === '') return null;
  return isAbsolute(text) ? [text] : text.split(/\s+/);
}

/** A whole path is the person's own word. A name is looked up where no repository can have put a program. */
function resolveEditor([name = '', ...args]: readonly string[], programs: ProgramFinder): FoundEditor {
  return { name, program: isAbsolute(name) ? name : programs.find(name), args };
}

async function runningEditor(): Promise<string | null> {
  // `launch-editor` is loaded with the first file: a dev server that starts does not need it.
  const guess = await import('launch-editor/guess.js');
  try {
    if (process.platform === 'linux') return guess.getEditorFromLinuxProcesses(namesOnLinux()) ?? null;
    if (process.platform === 'darwin') {
      const { stdout } = await runProgram('/bin/ps', ['x', '-o', 'comm='], { mostMs: patienceMs });
      return guess.getEditorFromMacProcesses(stdout) ?? null;
    }
    if (process.platform !== 'win32') return null;
    const { stdout } = await runProgram(powershell(), ['-NoProfile', '-Command', listOnWindows], {
      mostMs: patienceMs,
    });
    return guess.getEditorFromWindowsProcesses(stdout) ?? null;
  } catch {
    // A system that does not say what runs; the person can name their editor.
    return null;
  }
}

const patienceMs = 10_000;

/** The names of this user's processes, sorted as the table expects them. */
function namesOnLinux(): string {
  const uid = process.getuid?.();
  const names = readdirSync('/proc').flatMap((pid) => (/^\d+$/.test(pid) ? nameOf(pid, uid) : []));
  return names.sort().join('\n');
}

/** Nothing for a process of another user, and for one that has ended meanwhile. */
function nameOf(pid: string, uid: number | undefined): string[] {
  try {
    const status = readFileSync(join('/proc', pid, 'status'), 'utf8');
    const owner = /^Uid:\s+(\d+)/m.exec(status)?.[1];
    const name = /^Name:\s+(.+)$/m.exec(status)?.[1];
    return name !== undefined && Number(owner) === uid ? [name] : [];
  } catch (error) {
    if (hasErrorCode(error, 'ENOENT', 'ESRCH', 'EACCES')) return [];
    throw error;
  }
}

function powershell(): string {
  const folder = process.env.SystemRoot ?? 'C:\\Windows';
  return win32.join(folder, 'System32', 'WindowsPowerShell', 'v1.0', 'powershell.exe');
}

const listOnWindows =
  '[Console]::OutputEncoding=[Text.Encoding]::UTF8; Get-CimInstance Win32_Process | Where-Object ExecutablePath | ForEach-Object { $_.ExecutablePath }';
