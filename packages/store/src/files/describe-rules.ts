/** The rules that a page has told of, with their lines where the files of the project have them for certain. */
import { readFile, stat } from 'node:fs/promises';
import { join } from 'node:path';

import { describeRule, findRulePlaces, type MatchedRule } from '@annotate-mcp/core';

import { isInside } from './is-inside.ts';
import { realPathIfThere } from './real-path.ts';

/** A longer style sheet was written by a program. */
const mostBytes = 500_000;

/** One line for each. A file that is not in the project, even by a link that leads out, is not read. */
export async function describeRulesIn(root: string, rules: readonly MatchedRule[]): Promise<string[]> {
  const finders = new Map<string, ReturnType<typeof findRulePlaces>>();
  for (const { file } of rules)
    if (file !== undefined && !finders.has(file)) {
      const text = await textIn(root, file);
      finders.set(file, text === null ? () => null : findRulePlaces(text));
    }
  return rules.map((rule) => describeRule(rule, finders.get(rule.file ?? '')?.(rule.selector)?.line ?? null));
}

async function textIn(root: string, file: string): Promise<string | null> {
  try {
    const real = realPathIfThere(join(root, file));
    if (!isInside(real, realPathIfThere(root))) return null;
    return (await stat(real)).size > mostBytes ? null : await readFile(real, 'utf8');
  } catch {
    // Without its line a rule is still of use.
    return null;
  }
}
