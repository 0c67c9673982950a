import type { ProgramFinder } from '@annotate-mcp/store/programs';

/** How to start an agent that speaks the Agent Client Protocol. */
export interface AgentCommand {
  /** The name that the person sees. */
  readonly name: string;
  readonly program: string;
  readonly args: readonly string[];
  /** `true` for a command of the person: it is looked up as in their terminal. Every other one is a whole path. */
  readonly isTyped?: boolean;
  /** `true` where the program must not run in the project, because it would obey files of the project. */
  readonly isFetched?: boolean;
  /** What to do when it says that no person is signed in. */
  readonly signIn: string;
}

/** An agent that can be chosen by name. */
export interface Preset {
  readonly id: string;
  readonly name: string;
  /** How a person installs it. */
  readonly install: string;
  /** `null` when it is not installed. */
  find(programs: Pick<ProgramFinder, 'find'>): AgentCommand | null;
}

/** `npx` fetches the package of an adapter, for a person who has the agent itself. */
export function fetched(
  programs: Pick<ProgramFinder, 'find'>,
  { name, agent, adapter, signIn }: { name: string; agent: string; adapter: string; signIn: string },
): AgentCommand | null {
  const npx = programs.find('npx');
  if (npx === null || programs.find(agent) === null) return null;
  return { name, program: npx, args: ['-y', adapter], isFetched: true, signIn };
}
