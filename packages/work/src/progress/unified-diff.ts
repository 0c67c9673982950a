import { createTwoFilesPatch } from 'diff';

import type { FileDiff } from '@annotate-mcp/core';

/** Longer than any diff that a person reads in a thread. */
const mostCharacters = 20_000;
/** Comparing longer texts may take seconds. */
const mostCompared = 400_000;

/** `before` is `null` for a new file. */
export function unifiedDiff(file: string, before: string | null, after: string): FileDiff {
  if ((before?.length ?? 0) + after.length > mostCompared)
    return { file, patch: `--- ${file}\n+++ ${file}\n(The file is too long to be compared.)\n` };
  const patch = createTwoFilesPatch(before === null ? '/dev/null' : file, file, before ?? '', after, '', '', {
    context: 3,
  });
  return { file, patch: cut(patch.replace(/^=+\n/, '')) };
}

export function cut(patch: string): string {
  if (patch.length <= mostCharacters) return patch;
  const end = patch.lastIndexOf('\n', mostCharacters);
  return `${patch.slice(0, end)}\n(The rest of the diff is left out.)\n`;
}
