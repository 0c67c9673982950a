import { styleText } from 'node:util';

/** Prints lines about how to start, in the style of other dev servers. */
export function announce(lines: readonly string[]): void {
  for (const text of lines) {
    const line = `${styleText('green', '➜')}  ${styleText('bold', 'Annotate')}: ${styleText('dim', text)}`;
    process.stdout.write(`  ${line}\n`);
  }
}

export function printError(message: string): void {
  process.stderr.write(`⨯ ${message}\n`);
}

/** For the case that not even our own packages can be loaded, and with them what reports all other errors. */
export function printMissing(error: unknown): void {
  const [reason] = String(error instanceof Error ? error.message : error).split('\n');
  printError(`annotate is off: ${reason ?? ''} · npx annotate-mcp doctor`);
}
