import { describePackages } from './npm.ts';
import type { Program } from './program.ts';

export const ng: Program = {
  name: 'ng',
  describeProblem: async ([command = '', ...words]) =>
    ['add', 'serve', 'build', 'update'].includes(command)
      ? describePackages(words)
      : `ng ${command} is not known to this check (scripts/documents/programs/ng.ts).`,
};
