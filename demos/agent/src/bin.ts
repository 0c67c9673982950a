/** `npm start -w demos/agent -- [--root folder] [--name name] [--pace ms] [-- command that starts an MCP server]` */
import { existsSync } from 'node:fs';
import { dirname, join, resolve } from 'node:path';
import { parseArgs } from 'node:util';

import { startAgent } from './agent.ts';

async function main(): Promise<void> {
  const { values, positionals } = parseArgs({
    allowPositionals: true,
    options: {
      root: { type: 'string' },
      name: { type: 'string', default: 'scripted-agent' },
      pace: { type: 'string', default: '800' },
    },
  });
  const [command, ...args] = positionals;
  const agent = await startAgent({
    root: resolve(values.root ?? process.env.ANNOTATE_PROJECT_ROOT ?? gitRoot(process.cwd())),
    name: values.name,
    pace: Number(values.pace),
    log: (line) => process.stdout.write(`[${values.name}] ${line}\n`),
    ...(command !== undefined && { command, args }),
  });
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const)
    process.once(signal, () => void agent.stop());
  const reason = await agent.ended;
  if (reason !== null) throw new Error(reason);
}

/** The git root of this folder, which contains the store; this folder where there is none. */
function gitRoot(folder: string): string {
  let around = folder;
  while (!existsSync(join(around, '.git'))) {
    if (dirname(around) === around) return folder;
    around = dirname(around);
  }
  return around;
}

main().catch((error: unknown) => {
  process.stderr.write(`${error instanceof Error ? error.message : String(error)}\n`);
  process.exitCode = 1;
});
