import { createTwoFilesPatch, FILE_HEADERS_ONLY } from 'diff';

import type { FileDiff } from '@annotate-mcp/core';
import { cutDiff } from '@annotate-mcp/store/git';

/** Comparing texts that differ in more lines may take seconds. */
const mostChangedLines = 600;

/** `before` is `null` for a new file. */
export function unifiedDiff(file: string, before: string | null, after: string): FileDiff {
  if (before === null) return { file, patch: newFilePatch(file, after) };
  const options = { context: 3, maxEditLength: mostChangedLines, headerOptions: FILE_HEADERS_ONLY };
  const patch = createTwoFilesPatch(file, file, before, after, '', '', options);
  return { file, patch: cutDiff(patch ?? replacedPatch(file)) };
}

function newFilePatch(file: string, text: string): string {
  const lines = text.replace(/\n$/, '').split('\n');
  const added = cutDiff(lines.join('\n')).replace(/^/gm, '+');
  return `--- /dev/null\n+++ ${file}\n@@ -0,0 +1,${lines.length} @@\n${added}\n`;
}

function replacedPatch(file: string): string {
  return `--- ${file}\n+++ ${file}\n(So much of the file has changed that it is not compared.)\n`;
}
