import { tryGit } from '@annotate-mcp/store/git';

/**
 * What the person is called in the git repository of a project, as in their commits. `null` where git has no name for
 * them, or does not run. The name goes into comments, which agents read: it is one short line.
 */
export async function readPersonName(root: string): Promise<string | null> {
  try {
    const signal = AbortSignal.timeout(longestMs);
    const { code, stdout } = await tryGit(root, ['config', 'user.name'], { signal, mostBytes: 10_000 });
    const name = stdout
      .replace(/[\s\p{Cc}\p{Cf}]+/gu, ' ')
      .trim()
      .slice(0, longestName);
    return code !== 0 || name === '' ? null : name;
  } catch {
    // Without git the person has no name here. Nothing else depends on it.
    return null;
  }
}

const longestMs = 5_000;
const longestName = 80;
