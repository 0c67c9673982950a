import type { EditedFile, FileDiff } from '@annotate-mcp/core';

/** A patch as one diff for each file, to be read by people; `patch` has its bytes in a latin1 string. */
export function splitPatch(patch: string, files: readonly EditedFile[]): FileDiff[] {
  // Every line of a hunk begins with another character, so that this is the beginning of a file and nothing else.
  const parts = patch.split(/^(?=diff --git )/m);
  return parts.map((part, index) => ({
    file: files[index]?.file ?? '',
    patch: cutDiff(readable(Buffer.from(part, 'latin1').toString('utf8'))),
  }));
}

/** Without the bytes of binary files, which say nothing to a reader. */
function readable(diff: string): string {
  const [head = '', binary] = diff.split(/^GIT binary patch$/m);
  return binary === undefined ? diff : `${head}Binary file\n`;
}

/** Longer than any diff that a person reads in a thread. */
const mostCharacters = 20_000;

export function cutDiff(diff: string): string {
  if (diff.length <= mostCharacters) return diff;
  const end = diff.lastIndexOf('\n', mostCharacters);
  return `${diff.slice(0, end)}\n(The rest of the diff is left out.)\n`;
}
