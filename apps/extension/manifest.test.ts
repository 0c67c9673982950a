import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

import { describe, expect, it } from 'vitest';

import { extensionKey, extensionVersionOf } from '@annotate-mcp/browser-protocol';

import { iconSizes, manifestFor, optionalPermissions, permissions } from './manifest.ts';

const here = import.meta.dirname;

describe('the manifest', () => {
  it('has the key that gives a folder its id, and none for the store', () => {
    expect(manifestFor({ version: '1.2.3', audience: 'folder' })).toMatchObject({ key: extensionKey });
    expect(manifestFor({ version: '1.2.3', audience: 'store' })).not.toHaveProperty('key');
  });

  it('asks for nothing but what the README gives a reason for', () => {
    const readme = readFileSync(join(here, 'README.md'), 'utf8');
    const [, asked = ''] = /## What it asks for([^]*?)\n## /.exec(readme) ?? [];
    const rows = [...asked.matchAll(/^\| `([^`]+)`/gm)].map(([, name]) => name);
    expect(rows).toEqual([...permissions, ...optionalPermissions]);
  });

  it('has a description that the store takes, which is that of the listing', () => {
    const { description } = manifestFor({ version: '1.2.3', audience: 'store' });
    expect(description.length).toBeLessThanOrEqual(132);
    expect(readFileSync(join(here, 'store/listing.md'), 'utf8')).toContain(description);
  });

  it.each([
    { pattern: /^\d-.*\.png$/, count: 4, size: [1280, 800] },
    { pattern: /^tile-/, count: 1, size: [440, 280] },
  ])('has $count pictures for the store with the size $size', ({ pattern, count, size }) => {
    const folder = join(here, 'store/pictures');
    const pictures = readdirSync(folder).filter((name) => pattern.test(name));
    expect(pictures).toHaveLength(count);
    for (const name of pictures) {
      const bytes = readFileSync(join(folder, name));
      // Where a PNG has its width and its height.
      expect([bytes.readUInt32BE(16), bytes.readUInt32BE(20)]).toEqual(size);
    }
  });

  it('asks for no site when it is installed, and puts nothing into pages by itself', () => {
    const manifest = manifestFor({ version: '1.2.3', audience: 'store' });
    expect(manifest).not.toHaveProperty('host_permissions');
    expect(manifest).not.toHaveProperty('optional_host_permissions');
    expect(manifest).not.toHaveProperty('content_scripts');
  });

  it('names pictures that are there', () => {
    for (const size of iconSizes) expect(existsSync(join(here, 'public', 'icons', `${size}.png`))).toBe(true);
  });

  it.each([
    { of: '1.2.3', is: '1.2.3' },
    { of: '2.0.0-beta.1', is: '2.0.0' },
    { of: '0.0.0', is: '0.0.1' },
  ])('has the version $is for $of, which a browser takes', ({ of, is }) => {
    expect(extensionVersionOf(of)).toBe(is);
  });
});
