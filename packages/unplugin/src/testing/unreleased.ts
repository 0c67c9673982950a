import { execFileSync } from 'node:child_process';

/**
 * The version that npm has under a tag such as `canary`, as a list of one; empty unless `npm run test:unreleased` asks for
 * it, and where the tag is not there.
 */
export function unreleased(name: string, tag: string): readonly string[] {
  if (process.env.ANNOTATE_TEST_UNRELEASED !== '1') return [];
  const tags: unknown = JSON.parse(
    execFileSync('npm', ['view', name, 'dist-tags', '--json'], { encoding: 'utf8' }),
  );
  const version: unknown = typeof tags === 'object' && tags !== null ? Reflect.get(tags, tag) : undefined;
  return typeof version === 'string' ? [version] : [];
}
