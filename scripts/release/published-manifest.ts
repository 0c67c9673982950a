import { globSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';

import { z } from 'zod';

const targetSchema = z.union([z.string(), z.record(z.string(), z.string())]);

type Target = z.infer<typeof targetSchema>;

const manifestSchema = z.looseObject({
  name: z.string(),
  version: z.string(),
  private: z.boolean().optional(),
  exports: z.record(z.string(), targetSchema).optional(),
});

export type Manifest = z.infer<typeof manifestSchema>;

/** The condition under which the packages of this repository load each other's sources. */
const sourceCondition = '@annotate-mcp/source';

export function readManifest(text: string): Manifest {
  return manifestSchema.parse(JSON.parse(text));
}

/** Every package that npm has, with its folder from the root. The others are `private`: the program bundles them. */
export function publishedPackages(root: string): { folder: string; manifest: Manifest }[] {
  return globSync('packages/*/package.json', { cwd: root })
    .sort()
    .map((file) => ({
      folder: dirname(file),
      manifest: readManifest(readFileSync(join(root, file), 'utf8')),
    }))
    .filter(({ manifest }) => manifest.private !== true);
}

/**
 * The manifest as npm gets it: without the condition for our sources, which Node does not run inside of node_modules,
 * and without the entries that have nothing else, because only our own tests import them.
 */
export function publishedManifest(manifest: Manifest): Manifest {
  if (manifest.exports === undefined) return manifest;
  const entries = Object.entries(manifest.exports).flatMap(([path, target]): [string, Target][] => {
    if (typeof target === 'string') return [[path, target]];
    const kept = Object.entries(target).filter(([condition]) => condition !== sourceCondition);
    return kept.length === 0 ? [] : [[path, Object.fromEntries(kept)]];
  });
  return { ...manifest, exports: Object.fromEntries(entries) };
}
