/** Installs real MCP clients for tests, on demand and outside the workspaces, because they are large and no dependency. */
import { execFile } from 'node:child_process';
import { existsSync, mkdirSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';

export interface RealClient {
  package: string;
  version: string;
  /** The name of its program. */
  bin: string;
}

export const claudeCode: RealClient = {
  package: '@anthropic-ai/claude-code',
  version: '2.1.325',
  bin: 'claude',
};

const limitMs = 120_000;

/** Its program, or why there is none. Kept in the temporary folder for the next run. */
export async function fetchClient(client: RealClient): Promise<{ program: string } | { missing: string }> {
  const spec = `${client.package}@${client.version}`;
  const folder = join(tmpdir(), 'annotate-mcp-clients', spec.replace(/^@[^/]*\//, '').replace('@', '-'));
  const program = join(folder, 'node_modules', '.bin', client.bin);
  const isDone = join(folder, 'installed');
  try {
    if (!existsSync(isDone)) await install(spec, folder);
    writeFileSync(isDone, '');
    return { program };
  } catch (error) {
    return { missing: `${spec} could not be installed: ${firstLine(String(error))}` };
  }
}

async function install(spec: string, folder: string): Promise<void> {
  mkdirSync(folder, { recursive: true });
  writeFileSync(join(folder, 'package.json'), '{ "private": true }');
  const args = ['install', '--no-audit', '--no-fund', spec];
  // Some create their folder in the home folder when they are installed, where other tests would find an agent.
  const env = { ...process.env, HOME: folder, USERPROFILE: folder };
  await promisify(execFile)('npm', args, { cwd: folder, timeout: limitMs, env });
}

function firstLine(text: string): string {
  return text.split('\n')[0] ?? '';
}
