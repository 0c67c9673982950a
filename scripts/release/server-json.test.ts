import { readFileSync } from 'node:fs';
import { join } from 'node:path';

import { expect, it } from 'vitest';
import { z } from 'zod';

import { serverSchema, stampServer } from './server-json.ts';

const folder = join(import.meta.dirname, '../../packages/cli');
const text = readFileSync(join(folder, 'server.json'), 'utf8');
const manifest = z
  .object({
    name: z.string(),
    version: z.string(),
    mcpName: z.string(),
    repository: z.object({ url: z.string(), directory: z.string() }),
  })
  .parse(JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8')));

it('names the package, its version and its repository as package.json does', () => {
  const server = serverSchema.parse(JSON.parse(text));
  const { name, version, mcpName, repository } = manifest;
  const [, owner = '', project = ''] =
    /^git\+https:\/\/github\.com\/([^/]+)\/([^/]+)\.git$/.exec(repository.url) ?? [];
  expect(mcpName).toBe(`io.github.${owner}/${name}`);
  expect(server).toMatchObject({
    name: mcpName,
    version,
    repository: { url: `https://github.com/${owner}/${project}`, subfolder: repository.directory },
    packages: [{ identifier: name, version }],
  });
});

it('server.json has the version of a release in both places, and is the same otherwise', () => {
  const stamped = serverSchema.parse(JSON.parse(stampServer(text, '1.2.3')));
  expect([stamped.version, stamped.packages[0]?.version]).toEqual(['1.2.3', '1.2.3']);
  expect(stampServer(stampServer(text, '1.2.3'), manifest.version)).toBe(text);
});
