/** Runs the command of a dev server, passes on what it prints and finds its address in there. */
import { constants } from 'node:os';
import type { Readable } from 'node:stream';
import { stripVTControlCharacters } from 'node:util';

import { endProgram, startTypedInTerminal } from '@annotate-mcp/store/programs';

import type { ExitCode } from '../cli-command.ts';
import { describeStartError } from '../describe-file-error.ts';
import { CliError } from '../errors.ts';
import { printable, type Terminal } from '../terminal.ts';
import { endingSignals } from '../until-signal.ts';

import { parseAddress } from './proxy/upstream.ts';

/** Resolves with the exit code. `onAddress` is called with the first address that the command prints. */
export async function runCommand(
  command: readonly [string, ...string[]],
  onAddress: ((url: URL) => Promise<void>) | null,
  terminal: Terminal,
): Promise<ExitCode> {
  const finder = new AddressFinder();
  let isFound = onAddress === null;
  const running = startCommand(
    command,
    (text) => {
      const url = isFound ? null : finder.push(text);
      if (url === null) return;
      isFound = true;
      onAddress?.(url).catch((error: unknown) => terminal.note(`annotate-mcp: ${String(error)}`));
    },
    terminal,
  );
  const ignore = passSignals(running);
  const hint = setTimeout(() => {
    if (!isFound) terminal.note(`annotate-mcp: ${describeMissingAddress(command)}`);
  }, patienceMs);
  try {
    return await running.ended;
  } finally {
    clearTimeout(hint);
    ignore();
  }
}

/** Slow servers compile first. */
const patienceMs = 30_000;

function describeMissingAddress(command: readonly string[]): string {
  return `the command has not printed its address yet. If it prints none, stop it and name the address: annotate-mcp dev http://localhost:8000 -- ${printable(command.join(' '))}`;
}

/** A second signal ends this process at once. */
function passSignals({ stop }: RunningCommand): () => void {
  const listeners = endingSignals.map((signal) => {
    // The terminal sends Ctrl+C to the command as well, and many programs end without cleaning up at the second one.
    const isSentToAll = signal === 'SIGINT' && process.stdin.isTTY;
    const pass = () => {
      if (!isSentToAll) stop(signal);
    };
    process.once(signal, pass);
    return () => process.off(signal, pass);
  });
  return () => {
    for (const remove of listeners) remove();
  };
}

interface RunningCommand {
  /** Its exit code; of one that was ended by a signal, 128 and the signal's number, as in a shell. */
  readonly ended: Promise<number>;
  readonly stop: (signal: NodeJS.Signals) => void;
}

/** `onText` is called with everything that it prints, on either output. */
function startCommand(
  [program, ...args]: readonly [string, ...string[]],
  onText: (text: string) => void,
  terminal: Terminal,
): RunningCommand {
  const child = startTypedInTerminal([program, ...args], {
    env: { ...process.env, ...outputSettings(terminal) },
    group: hasOwnGroup(),
  });
  const ended = Promise.withResolvers<number>();
  child.once('error', (cause) => ended.reject(noCommandError(program, cause)));
  const outputs = [child.stdout, child.stderr];
  const printed = [
    passOn(child.stdout, terminal.write, onText),
    passOn(child.stderr, terminal.writeNote, onText),
  ];
  child.once('exit', (code, signal) => {
    const exitCode = code ?? 128 + (signal === null ? 0 : constants.signals[signal]);
    // What it started may still run and hold its outputs open.
    const deadline = setTimeout(() => {
      for (const output of outputs) output.destroy();
    }, 3_000);
    void Promise.allSettled(printed).then(() => {
      clearTimeout(deadline);
      ended.resolve(exitCode);
    });
  });
  return { ended: ended.promise, stop: (signal) => endProgram(child, signal) };
}

/**
 * A package manager starts the server through a shell, and neither passes every signal on: all of a group get it. Beside a
 * keyboard the command stays in the group of this program, or it could not read from there.
 */
function hasOwnGroup(): boolean {
  return process.platform === 'win32' || !process.stdin.isTTY;
}

/** Its output is a pipe, where programs leave colours out, and Python keeps lines back. */
function outputSettings({ isScreen }: Terminal): Record<string, string> {
  const wantsColors = isScreen && (process.env.NO_COLOR ?? '') === '';
  return { PYTHONUNBUFFERED: '1', ...(wantsColors && { FORCE_COLOR: process.env.FORCE_COLOR ?? '1' }) };
}

async function passOn(
  output: Readable,
  write: (text: string) => Promise<void>,
  onText: (text: string) => void,
): Promise<void> {
  for await (const text of output.setEncoding('utf8') as AsyncIterable<string>) {
    onText(text);
    await write(text);
  }
}

function noCommandError(program: string, cause: Error): CliError {
  return new CliError(
    'dev/no-command',
    `${JSON.stringify(program)} could not be started: ${describeStartError(program, cause)}.`,
    {
      hint: 'Check the command after "--": type it without annotate-mcp in this folder, and see whether it starts.',
      cause,
    },
  );
}

/** Reads output in chunks, line by line, until a line tells the address. */
export class AddressFinder {
  #line = '';

  /** The address, once; a line may be printed in parts. */
  push(chunk: string): URL | null {
    const lines = (this.#line + chunk).split(/\r?\n/);
    this.#line = lines.at(-1) ?? '';
    const complete = lines.slice(0, -1);
    return complete.map(addressIn).find((url) => url !== null) ?? null;
  }
}

/**
 * The first address of this machine in a line. Without one, the port that a server says it listens on; a line that begins
 * with `>` or `$` is the command itself, as package managers print it.
 */
export function addressIn(line: string): URL | null {
  const text = stripVTControlCharacters(line);
  const [address] = localAddress.exec(text) ?? [];
  if (address !== undefined) return parseAddress(address);
  if (/^\s*[>$]/.test(text) || !/\b(?:listen|running|serving|started|ready|server)/i.test(text)) return null;
  const found = hostAndPort.exec(text)?.[1] ?? plainPort.exec(text)?.[1];
  return found === undefined ? null : parseAddress(found);
}

const localName = String.raw`(?:localhost|(?:[\w-]+\.)+localhost|127\.0\.0\.1|0\.0\.0\.0|\[::1?\])`;
const localAddress = new RegExp(String.raw`\bhttps?://${localName}(?::\d{1,5})?(?=[/\s)\]'",;]|\.?$)`, 'i');
const hostAndPort = new RegExp(String.raw`(?:^|[\s(])(${localName}:\d{2,5})\b`, 'i');
const plainPort = /(?:\b(?:port|on|at)\s*[:=]?\s*|\s:)(\d{2,5})\b(?![.:]\d)/i;
