import { readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';

import { isRecord } from '@annotate-mcp/core';

/**
 * Whether the app's JSX makes elements with props, as React and Preact do, which a module can note. Solid and Qwik compile
 * the same JSX to something else, so that an app with one of them notes no tags. `root` is the project's.
 */
export function makesElements(appRoot: string, root: string): boolean {
  const names = dependenciesAround(appRoot, root);
  const has = (pattern: RegExp) => names.some((name) => pattern.test(name));
  return has(/^(?:react|preact)$/) && !has(/^(?:solid-js|@builder\.io\/qwik|@qwik\.dev\/core)$/);
}

/** Those of the app and of the folders around it: in a workspace the one at the top may have them. */
function dependenciesAround(appRoot: string, root: string): string[] {
  const names: string[] = [];
  for (let folder = appRoot; ; folder = dirname(folder)) {
    names.push(...dependenciesIn(folder));
    if (folder === root || folder === dirname(folder)) return names;
  }
}

function dependenciesIn(folder: string): string[] {
  try {
    const manifest: unknown = JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8'));
    if (!isRecord(manifest)) return [];
    const { dependencies, devDependencies, peerDependencies } = manifest;
    return [dependencies, devDependencies, peerDependencies].flatMap((each) =>
      isRecord(each) ? Object.keys(each) : [],
    );
  } catch {
    // A folder without a package.json, or with one that only its own tools can read.
    return [];
  }
}
