/** Codex and Gemini CLI leave a project's configuration unread until the person trusts its folder. Reads their own settings. */
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

import { agents, type AgentType } from 'add-mcp';

import { isRecord } from '@annotate-mcp/core';
import { isInside } from '@annotate-mcp/store/files';
import { type Machine, thisMachine } from '@annotate-mcp/store/user-folders';

import { parseJsonc } from './jsonc.ts';

/** What the person does so that the agent reads its configuration in `folder`; `null` when there is nothing to do. */
export function trustStepOf(agent: AgentType, folder: string, machine: Machine = thisMachine): string | null {
  const rule = rules[agent];
  if (rule === undefined || rule.isTrusted(folder, machine)) return null;
  return `${agents[agent].displayName} reads this only in a folder that you trust. In ${folder}, ${rule.step}`;
}

interface TrustRule {
  /** The end of a sentence. */
  readonly step: string;
  readonly isTrusted: (folder: string, machine: Machine) => boolean;
}

const rules: Partial<Record<AgentType, TrustRule>> = {
  codex: { step: 'run codex once and choose to trust the folder.', isTrusted: isTrustedByCodex },
  'gemini-cli': { step: 'run gemini and enter /permissions trust', isTrusted: isTrustedByGemini },
};

/** A table for each folder: `[projects."/home/me/shop"]` with `trust_level = "trusted"`. */
function isTrustedByCodex(folder: string, { env, home }: Machine): boolean {
  const text = textOf(join(env.CODEX_HOME ?? join(home, '.codex'), 'config.toml'));
  const tables = text.split(/^(?=\s*\[)/m);
  return tables.some((table) => {
    const [, basic, literal] = /^\s*\[projects\.(?:("(?:[^"\\]|\\.)*")|'([^']*)')\]/.exec(table) ?? [];
    const path = basic === undefined ? literal : unquoted(basic);
    return (
      path !== undefined && isInside(folder, path) && /^\s*trust_level\s*=\s*["']trusted["']/m.test(table)
    );
  });
}

/** A JSON file from paths to `TRUST_FOLDER`, `TRUST_PARENT` (the folder around the path) or `DO_NOT_TRUST`. */
function isTrustedByGemini(folder: string, { env, home }: Machine): boolean {
  if (env.GEMINI_CLI_TRUST_WORKSPACE === 'true') return true;
  const parsed = parseJsonc(textOf(join(home, '.gemini', 'trustedFolders.json')));
  if (!('value' in parsed) || !isRecord(parsed.value)) return false;
  return Object.entries(parsed.value).some(
    ([path, level]) =>
      (level === 'TRUST_FOLDER' && isInside(folder, path)) ||
      (level === 'TRUST_PARENT' && isInside(folder, join(path, '..'))),
  );
}

/** Escapes of TOML and JSON are the same in paths. */
function unquoted(text: string): string | undefined {
  const parsed = parseJsonc(text);
  return 'value' in parsed && typeof parsed.value === 'string' ? parsed.value : undefined;
}

function textOf(file: string): string {
  return existsSync(file) ? readFileSync(file, 'utf8') : '';
}
