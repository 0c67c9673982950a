import { annotateMcp } from './annotate-mcp.ts';
import { describePackages } from './npm.ts';
import type { Program } from './program.ts';

/** Programs of others; with `add` they install a package of ours. */
const others = [
  '@agentclientprotocol/claude-agent-acp',
  '@zed-industries/codex-acp',
  'astro',
  'ng',
  'nuxi',
  'playwright',
  'vite',
];

export const npx: Program = {
  name: 'npx',
  describeProblem: async (all) => {
    const [program = '', ...words] = all.slice(all.findIndex((word) => !word.startsWith('-')));
    if (program.replace(/@.*$/, '') === annotateMcp.name) return annotateMcp.describeProblem(words);
    if (others.includes(program)) return describePackages(words);
    return `npx ${program} is not known to this check (scripts/documents/programs/npx.ts).`;
  },
};
