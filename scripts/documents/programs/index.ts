import { annotateMcp } from './annotate-mcp.ts';
import { ng } from './ng.ts';
import { npm } from './npm.ts';
import { npx } from './npx.ts';
import type { Program } from './program.ts';

/** Of the shell and of other projects: their words are not looked at. */
const unchecked = ['cd', 'claude', 'code', 'curl', 'docker', 'echo', 'export', 'git', 'node'].map(
  (name): Program => ({ name, describeProblem: async () => null }),
);

export const programs: readonly Program[] = [annotateMcp, ng, npm, npx, ...unchecked];
