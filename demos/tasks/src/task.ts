import type { ScriptedAgent } from './scripted-agent.ts';

/** What a person asks an agent to do on a page. */
export interface Task {
  /** Short and unique: the row of a table and the name of a test. */
  readonly name: string;
  /** The page of the site on which it begins. */
  readonly page: string;
  /** As a person would ask for it. */
  readonly goal: string;
  /** What a good agent does; it returns its answer where the goal is a question. */
  readonly steps: (agent: ScriptedAgent) => Promise<unknown>;
  /** Judges by what the page told the site, and never by what a tool answered. */
  readonly isDone: (result: TaskResult) => boolean;
}

interface TaskResult {
  /** What the page told last; `undefined` when it told nothing. */
  readonly state: unknown;
  /** What the agent answered. */
  readonly answer: unknown;
}
