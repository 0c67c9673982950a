/** The entry that makes an agent start us. */
import { realpathSync } from 'node:fs';
import { dirname, resolve } from 'node:path';

import type { McpServerConfig } from 'add-mcp';

export const serverName = 'annotate';
const rootVariable = 'ANNOTATE_PROJECT_ROOT';

/** `root` is named only where the agent would not find it by itself. */
export function serverEntry(root: string | null): McpServerConfig {
  return {
    command: 'npx',
    args: ['-y', 'annotate-mcp'],
    ...(root !== null && { env: { [rootVariable]: root } }),
  };
}

export function isOurs(name: string, entry: unknown): boolean {
  return name === serverName || JSON.stringify(entry).includes('annotate-mcp');
}

/** The root that an entry names, whatever its agent calls the environment; `null` when it names none. */
export function rootNamedBy(entry: Record<string, unknown>, file: string): string | null {
  const environments = [entry.env, entry.environment, entry.envs];
  const named = environments.map((env) => (isRecord(env) ? env[rootVariable] : undefined));
  const root = named.find((value) => typeof value === 'string');
  return root === undefined ? null : real(resolve(dirname(file), root));
}

function real(path: string): string {
  try {
    return realpathSync(path);
  } catch {
    // A folder that does not exist is still what the entry says.
    return path;
  }
}

function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null;
}
