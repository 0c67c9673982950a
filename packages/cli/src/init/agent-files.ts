/** Files with the work loop in the form that an agent has for it: a skill or a command. A whole file is ours or it is not. */
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

import { agents, type AgentType } from 'add-mcp';

import type { Change } from './change.ts';

interface AgentFile {
  /** Which agents read it. */
  readers: readonly AgentType[];
  /** Relative to the project root. */
  path: string;
  /** What the person sees of it in the agent. */
  kind: string;
  textOf: (workLoop: string) => string;
}

const description = 'Work through the annotations that people make in the running app.';
export const note = 'Written by annotate-mcp init; init --undo removes it.';
const opening = 'Work through the annotations of this project with the MCP server `annotate`.';

export const agentFiles: readonly AgentFile[] = [
  {
    readers: ['codex', 'gemini-cli', 'opencode'],
    path: '.agents/skills/work-on-annotations/SKILL.md',
    kind: 'the skill work-on-annotations',
    textOf: (workLoop) =>
      `---\nname: work-on-annotations\ndescription: ${description} Use it when the person says that they annotated or sent something.\n---\n\n<!-- ${note} -->\n\n${opening}\n\n${workLoop}\n`,
  },
  {
    readers: ['gemini-cli'],
    path: '.gemini/commands/annotations.toml',
    kind: 'the command /annotations',
    textOf: (workLoop) =>
      `# ${note}\ndescription = "${description}"\nprompt = '''\n${opening}\n\n${workLoop}\n'''\n`,
  },
  {
    readers: ['opencode'],
    path: '.opencode/commands/annotations.md',
    kind: 'the command /annotations',
    textOf: (workLoop) =>
      `---\ndescription: ${description}\n---\n\n<!-- ${note} -->\n\n${opening}\n\n${workLoop}\n`,
  },
];

/** For the chosen agents only. A file of the person with the same name stays as it is. */
export function proposeAgentFiles(root: string, chosen: readonly AgentType[], workLoop: string): Change[] {
  return agentFiles
    .map((agentFile) => ({
      ...agentFile,
      names: agentFile.readers
        .filter((agent) => chosen.includes(agent))
        .map((agent) => agents[agent].displayName),
    }))
    .filter(({ names }) => names.length > 0)
    .flatMap(({ names, path, kind, textOf }) => {
      const file = join(root, path);
      const before = existsSync(file) ? readFileSync(file, 'utf8') : null;
      const after = textOf(workLoop);
      if (before === after || (before !== null && !isOurs(before))) return [];
      return [{ file, what: `${kind} for ${names.join(', ')}`, before, after }];
    });
}

/** `null` for a file of ours; every other text as it is. */
export function withoutAgentFile(text: string): string | null {
  return isOurs(text) ? null : text;
}

export function isOurs(text: string): boolean {
  return text.includes(note);
}
