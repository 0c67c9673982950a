/**
 * Releases all packages under one version. .github/workflows/release.yml runs it; CONTRIBUTING.md tells how.
 *   next        says what the commit calls for: version, publish or nothing
 *   version     turns the changesets into versions and changelogs, in the files of this checkout
 *   publish     builds everything, publishes the packages that npm lacks, and leaves the files in dist/release
 *   --dry-run   both in a copy of this checkout: publishes nothing and changes nothing here
 */
import { copyFileSync, globSync, readdirSync } from 'node:fs';
import { join } from 'node:path';

import { applyVersions, commonVersion } from './apply-versions.ts';
import { readChangesets } from './changesets.ts';
import { checkTarball } from './check-tarball.ts';
import { copyCheckout } from './copy-checkout.ts';
import { isPublished, publishTarballs } from './publish.ts';
import { buildReleaseFiles, writeReleaseNotes } from './release-files.ts';

const root = join(import.meta.dirname, '../..');
const say = (line: string) => {
  process.stdout.write(`${line}\n`);
};

const commands: Readonly<Record<string, () => Promise<void>>> = {
  next: async () => say(await nextStep()),
  version: async () => say(await applyVersions(root)),
  publish: async () => release(root, commonVersion(root), { isDryRun: false }),
  '--dry-run': tryRelease,
};

const command = commands[process.argv[2] ?? ''];
if (command === undefined) {
  process.stderr.write(`npm run release takes one of: ${Object.keys(commands).join(', ')}.\n`);
  process.exitCode = 1;
} else await command();

/** What a commit on main calls for: `version` while there are changesets, `publish` when npm lacks the version. */
async function nextStep(): Promise<'version' | 'publish' | 'nothing'> {
  if (readChangesets(root).length > 0) return 'version';
  return (await isPublished('annotate-mcp', commonVersion(root))) ? 'nothing' : 'publish';
}

/** The whole release in a copy of the checkout; npm is asked what it would publish. */
async function tryRelease(): Promise<void> {
  using copy = copyCheckout(root);
  const version = readChangesets(root).length > 0 ? await applyVersions(copy.root) : commonVersion(root);
  // The copy is no place to commit in.
  process.env.SKIP_INSTALL_SIMPLE_GIT_HOOKS = '1';
  // The setup compares the two: nothing is to be installed for the new versions.
  const [lockfile, stamp] = ['package-lock.json', 'node_modules/.installed-package-lock.json'];
  copyFileSync(join(copy.root, lockfile), join(copy.root, stamp));
  await release(copy.root, version, { isDryRun: true });
}

async function release(where: string, version: string, { isDryRun }: { isDryRun: boolean }): Promise<void> {
  say(`version ${version}`);
  const files = buildReleaseFiles({ root: where, version, executables: isDryRun ? 'own' : 'all' });
  for (const name of readdirSync(files).sort()) say(`file ${name}`);
  const tarballs = globSync('dist/packages/*.tgz', { cwd: where }).map((file) => join(where, file));
  for (const tarball of tarballs) await refuseProblems(tarball);
  const published = await publishTarballs(tarballs, { isDryRun });
  writeReleaseNotes(where, version);
  for (const each of published) say(`${isDryRun ? 'would publish' : 'published'} ${each}`);
}

async function refuseProblems(tarball: string): Promise<void> {
  const problems = await checkTarball(tarball);
  if (problems.length > 0) throw new Error(`${tarball} is not fit to be published:\n${problems.join('\n')}`);
}
