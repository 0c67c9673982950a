/** Who an agent is that calls the program from a shell: the process that called, or the name that it gives itself. */
import { createHash, randomUUID } from 'node:crypto';

import { comparableName } from '@annotate-mcp/core';
import { type CallingProcess, findCallingProcess, hostKey, type Keeper } from '@annotate-mcp/store';

export interface ShellIdentity {
  id: string;
  name: string;
  /** What its claims last as long as. */
  keeper: Keeper;
  host: string;
  /** The process that its claims belong to; `null` for a name, and where none was found. */
  caller: CallingProcess | null;
}

const twoHoursMs = 2 * 3_600_000;

/** Without a name it is the process that called, and `caller` is `null` when that cannot be told. */
export async function identify(
  name: string | undefined,
  env: NodeJS.ProcessEnv = process.env,
): Promise<ShellIdentity> {
  const host = await hostKey();
  if (name !== undefined) {
    const id = idOf('name', comparableName(name));
    return { id, name, keeper: { mostMs: twoHoursMs }, host, caller: null };
  }
  const agent = agentIn(env);
  const caller = await findCallingProcess({ passesShells: agent !== null });
  if (caller === null) {
    // It holds nothing: only what has a caller or a name can take something.
    return { id: randomUUID(), name: agent ?? 'shell', keeper: { mostMs: 60_000 }, host, caller };
  }
  const { pid, startedAt, program } = caller;
  return {
    id: idOf('process', host, String(pid), startedAt),
    name: agent ?? `${program} ${pid}`,
    keeper: { pid, startedAt, mostMs: twoHoursMs },
    host,
    caller,
  };
}

/** What agents set for the commands that they run, and the names that they have over MCP. */
const markers: readonly (readonly [variable: string, agent: string])[] = [
  ['CLAUDECODE', 'claude-code'],
  ['CLAUDE_PLUGIN_ROOT', 'claude-code'],
  ['GEMINI_CLI', 'gemini-cli'],
  ['CODEX_THREAD_ID', 'codex'],
  ['CODEX_SANDBOX', 'codex'],
  ['CODEX_SANDBOX_NETWORK_DISABLED', 'codex'],
  ['OPENCODE', 'opencode'],
  ['CURSOR_AGENT', 'cursor'],
];

/** Such an agent starts a shell for each command, which ends with it. */
function agentIn(env: NodeJS.ProcessEnv): string | null {
  const found = markers.find(([variable]) => (env[variable] ?? '') !== '');
  // Some say who they are in one variable for all, such as `claude-code_2-1-328_agent`.
  const [, named] = /^([a-z][a-z\d-]{0,40})(?:_|$)/.exec(env.AI_AGENT ?? '') ?? [];
  return found?.[1] ?? named ?? null;
}

function idOf(...parts: readonly string[]): string {
  return createHash('sha256').update(JSON.stringify(parts)).digest('hex').slice(0, 32);
}
