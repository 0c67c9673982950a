import { hasScript, isOwnPackage } from '../own-packages.ts';

import type { Program } from './program.ts';

const installing = ['install', 'uninstall'];

export const npm: Program = {
  name: 'npm',
  describeProblem: async ([command = '', ...words]) => {
    if (command === 'run') return describeScript(words[0] ?? '');
    if (command === 'test' || command === 'start') return describeScript(command);
    if (installing.includes(command)) return describePackages(words);
    return ['ci', 'publish', 'version'].includes(command)
      ? null
      : `npm ${command} is not known to this check (scripts/documents/programs/npm.ts).`;
  },
};

function describeScript(name: string): string | null {
  // A sentence may be about all scripts.
  return name === '' || hasScript(name) ? null : `package.json has no script ${name}.`;
}

/** Packages of ours exist; those of others are not asked for. */
export function describePackages(words: readonly string[]): string | null {
  const missing = words
    .filter((word) => /^(?:@annotate-mcp\/|annotate-mcp)/.test(word))
    .find((word) => !isOwnPackage(word.replace(/(?<=.)@[^/]*$/, '')));
  return missing === undefined ? null : `This repository publishes no package ${missing}.`;
}
