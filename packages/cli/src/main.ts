import { report, run } from './run.ts';
import { createTerminal } from './terminal.ts';

/** Sets the exit code instead of exiting, so that output into a pipe is written completely. */
export async function main(): Promise<void> {
  const argv = process.argv.slice(2);
  const terminal = createTerminal(process);
  parseWithoutGeneratedCode();
  exitWhenOutputCloses();
  process.on('uncaughtException', (error) => process.exit(report(error, argv, terminal)));
  process.exitCode = await run(argv, terminal);
}

/**
 * Sets Zod's option `jitless` before any command loads Zod. Generated parsers pay off after thousands of values; one
 * process sees few, and generating them is a measurable part of its start.
 */
function parseWithoutGeneratedCode(): void {
  Object.assign(globalThis, { __zod_globalConfig: { jitless: true } });
}

/** In `annotate-mcp list | head` the reader closes the pipe first, which is not an error. */
function exitWhenOutputCloses(): void {
  process.stdout.on('error', (error: NodeJS.ErrnoException) => {
    if (error.code === 'EPIPE') process.exit();
    throw error;
  });
}
