import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';

import { onTestFinished } from 'vitest';

const program = join(import.meta.dirname, 'conformance-server.ts');

/** MCP over HTTP in its own process, which ends with the test at the latest. */
export async function spawnHttpServer(root: string): Promise<{ url: string; child: ChildProcess }> {
  const child = spawn(process.execPath, ['--conditions=@annotate-mcp/source', program, root], {
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const ended = once(child, 'exit');
  onTestFinished(async () => {
    child.kill();
    await ended;
  });
  const [line] = (await once(child.stdout, 'data')) as [Buffer];
  return { url: line.toString().trim(), child };
}
