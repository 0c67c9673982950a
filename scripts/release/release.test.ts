/** A release without publishing it: everything is built under its new version, in a copy of this checkout. */
import { execFile, execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { promisify } from 'node:util';

import { describe, expect, it } from 'vitest';

import { applyVersions } from './apply-versions.ts';
import { addToChangelog, describeRelease, readSection } from './changelog.ts';
import { readChangesets } from './changesets.ts';
import { copyCheckout } from './copy-checkout.ts';
import { publishedPackages } from './published-manifest.ts';

const root = join(import.meta.dirname, '../..');
const stateOf = (folder: string) =>
  execFileSync('git', ['status', '--porcelain'], { cwd: folder, encoding: 'utf8' });
const read = (...path: string[]) => readFileSync(join(...path), 'utf8');

describe('a changelog', () => {
  const changesets = [
    { file: 'a.md', packages: ['x'], bump: 'patch', summary: 'A button works again.' },
    { file: 'b.md', packages: ['x'], bump: 'minor', summary: 'There is a button.\n\nIt is blue.' },
  ] as const;

  it('has what is new before what is fixed, each once', () => {
    expect(describeRelease({ version: '1.1.0', changesets, notes: null })).toBe(
      '### New\n\n- There is a button.\n\n  It is blue.\n\n### Fixed\n\n- A button works again.',
    );
  });

  it('has the words of a person instead, where there are some', () => {
    expect(describeRelease({ version: '1.1.0', changesets, notes: 'Buttons.\n' })).toBe('Buttons.');
  });

  it('begins with the newest release, and gives each back by its version', () => {
    const first = addToChangelog(null, { version: '1.0.0', changesets, notes: 'First.' });
    const both = addToChangelog(first, { version: '1.0.1', changesets, notes: 'Second.' });
    expect(both).toBe('# Changelog\n\n## 1.0.1\n\nSecond.\n\n## 1.0.0\n\nFirst.\n');
    expect([readSection(both, '1.0.0'), readSection(both, '1.0.1'), readSection(both, '1.0')]).toEqual([
      'First.',
      'Second.',
      null,
    ]);
  });
});

describe('the changesets', () => {
  it('name only packages that are published: the others have no version and no changelog', () => {
    const published = publishedPackages(root).map(({ manifest }) => manifest.name);
    const unknown = readChangesets(root).flatMap(({ file, packages }) =>
      packages.filter((name) => !published.includes(name)).map((name) => `${file}: ${name}`),
    );
    expect(unknown).toEqual([]);
  });
});

describe('the next version', () => {
  it(
    'is the same for all packages, without words of git in a changelog',
    { tags: ['full'], timeout: 300_000 },
    async () => {
      if (readChangesets(root).length === 0) return;
      using copy = copyCheckout(root);
      const version = await applyVersions(copy.root);
      expect(readSection(read(copy.root, 'CHANGELOG.md'), version)).toMatch(/\w/);
      expect(JSON.parse(read(copy.root, 'packages/cli/server.json'))).toMatchObject({ version });
      const plugin = 'apps/plugin/claude/.claude-plugin/plugin.json';
      expect(JSON.parse(read(copy.root, plugin))).toMatchObject({ version });
      const lockfile = JSON.parse(read(copy.root, 'package-lock.json')) as {
        packages: Record<string, unknown>;
      };
      expect(lockfile.packages['packages/cli']).toMatchObject({
        version,
        devDependencies: { '@annotate-mcp/core': version },
      });
      expect(read(copy.root, 'packages/cli/CHANGELOG.md')).not.toMatch(
        /Updated dependencies|^- [0-9a-f]{7}: /m,
      );
      expect(readChangesets(copy.root)).toEqual([]);
    },
  );
});

describe('a dry run', () => {
  it(
    'builds and checks everything, publishes nothing and changes nothing here',
    { tags: ['full'], timeout: 1_800_000 },
    async () => {
      const before = stateOf(root);
      const { stdout } = await promisify(execFile)(
        process.execPath,
        ['scripts/run.mjs', 'release', '--dry-run'],
        {
          cwd: root,
          maxBuffer: 1e8,
        },
      );
      expect(stateOf(root)).toBe(before);
      const [, version = ''] = /^version (\S+)$/m.exec(stdout) ?? [];
      const platform = `${process.platform}-${process.arch}${process.platform === 'win32' ? '.exe' : ''}`;
      for (const file of [
        'SHA256SUMS',
        `annotate-mcp-${version}.mcpb`,
        `annotate-mcp-claude-plugin-${version}.tgz`,
        `annotate-mcp-extension-${version}.zip`,
        `annotate-mcp-vscode-${version}.vsix`,
        `annotate-mcp-${platform}`,
        'licenses-of-executables.md',
      ])
        expect(stdout.split('\n')).toContain(`file ${file}`);
      expect(stdout.match(/^would publish .*$/gm)).toHaveLength(publishedPackages(root).length);
      expect(stdout).toContain(`would publish annotate-mcp@${version}\n`);
      expect(stdout).not.toMatch(/^published/m);
    },
  );
});
