import { report, run } from './run.ts';
import { createTerminal } from './terminal.ts';

/** Sets the exit code instead of exiting, so that what was printed into a pipe is written to its end. */
export async function main(): Promise<void> {
  const argv = process.argv.slice(2);
  const terminal = createTerminal(process);
  leaveQuietlyWithTheReader();
  // What nobody awaits ends here, in words like everything else.
  process.on('uncaughtException', (error) => process.exit(report(error, argv, terminal)));
  process.exitCode = await run(argv, terminal);
}

/** In `annotate-mcp list | head` the reader goes first; that is no failure of ours. */
function leaveQuietlyWithTheReader(): void {
  process.stdout.on('error', (error: NodeJS.ErrnoException) => {
    if (error.code === 'EPIPE') process.exit();
    throw error;
  });
}
