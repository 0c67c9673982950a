/** The Inspector as a client of a server that is started as its package says. */
import { execFile } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { promisify } from 'node:util';

const manifest = createRequire(import.meta.url).resolve('@modelcontextprotocol/inspector/package.json');
const inspector = join(dirname(manifest), 'clients/launcher/build/index.js');

export interface ServerConfig {
  command: string;
  args: readonly string[];
}

/** `words` are the Inspector's own: `--method tools/list` and the like. */
export async function inspect(server: ServerConfig, cwd: string, ...words: string[]): Promise<unknown> {
  // It keeps a catalogue of servers in the home folder; this one is thrown away.
  const HOME = mkdtempSync(join(tmpdir(), 'annotate-inspector-'));
  const config = join(HOME, 'mcp.json');
  writeFileSync(config, JSON.stringify({ mcpServers: { it: server } }));
  try {
    const { stdout } = await promisify(execFile)(
      process.execPath,
      [inspector, '--cli', '--config', config, '--server', 'it', '--cwd', cwd, ...words, '--format', 'json'],
      { cwd, env: { PATH: process.env.PATH, HOME } },
    );
    return (JSON.parse(stdout) as { result: unknown }).result;
  } finally {
    rmSync(HOME, { recursive: true, force: true });
  }
}
