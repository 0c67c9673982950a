/**
 * In which session of its agent each annotation was worked on, so that a reply of the next day goes into that session. Kept
 * with the person's settings: a repository that could name a session would get what was said in it.
 */
import { z } from 'zod';

import { ProjectFile } from '../project-file.ts';

export interface KeptSession {
  annotationId: string;
  /** As `keyOf` its command. */
  agent: string;
  sessionId: string;
  /** Where the agent worked. */
  folder: string;
}

const format = z.object({
  version: z.literal(1),
  root: z.string(),
  /** Newest first. */
  sessions: z.array(
    z.object({ annotationId: z.string(), agent: z.string(), sessionId: z.string(), folder: z.string() }),
  ),
});

/** Older ones are told what was said before. */
const mostSessions = 200;

export class KeptSessions {
  readonly #root: string;
  readonly #file: ProjectFile<z.output<typeof format>>;

  constructor(root: string, folder?: string) {
    this.#root = root;
    this.#file = new ProjectFile({ ending: '.sessions.json', format, root, folder });
  }

  /** The ids of the session and of everything that was worked on in it; `null` when there is none. */
  find(
    annotationId: string,
    { agent, folder }: Pick<KeptSession, 'agent' | 'folder'>,
  ): { sessionId: string; known: string[] } | null {
    const all = this.#all().filter((one) => one.agent === agent && one.folder === folder);
    const sessionId = all.find((one) => one.annotationId === annotationId)?.sessionId;
    if (sessionId === undefined) return null;
    const inIt = all.filter((one) => one.sessionId === sessionId);
    return { sessionId, known: inIt.map((one) => one.annotationId) };
  }

  keep(session: KeptSession): void {
    const others = this.#all().filter(
      (one) => one.annotationId !== session.annotationId || one.agent !== session.agent,
    );
    this.#file.write({
      version: 1,
      root: this.#root,
      sessions: [session, ...others].slice(0, mostSessions),
    });
  }

  #all(): KeptSession[] {
    return this.#file.read()?.sessions ?? [];
  }
}
