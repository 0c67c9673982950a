/** What the server answers to its own page at `/`. The page imports these types, so this file has nothing of Node. */
import type { Annotation, Cursor } from '@annotate-mcp/core';

import type { Role } from '../roles.ts';

export interface MemberProject {
  readonly name: string;
  readonly role: Role;
  /** Who the person is in this project. */
  readonly me: { readonly id: string; readonly name: string };
  /** May act for the author of what others have sent. */
  readonly administers: boolean;
  readonly counts: ProjectCounts;
}

export interface ProjectCounts {
  /** Neither resolved nor dismissed. */
  readonly open: number;
  /** Assigned to the person, or theirs and answered or resolved. */
  readonly waiting: number;
  readonly unread: number;
}

export interface ProjectsAnswer {
  readonly projects: readonly MemberProject[];
}

export interface ListAnswer {
  /** The newest activity first. */
  readonly annotations: readonly Annotation[];
  /** Those of them that the person has not read. */
  readonly unread: readonly string[];
  /** For the next portion; `null` after the last one. */
  readonly next: string | null;
  /** Where the socket continues: what happens after this list was read. */
  readonly cursor: Cursor;
}

/** What can be chosen in the filters: all who wrote here, whom something is assigned to, and the pages. */
export interface ChoicesAnswer {
  readonly authors: readonly Choice[];
  readonly assignees: readonly Choice[];
  readonly pages: readonly string[];
  /** The people of the project, who can be mentioned and assigned to. */
  readonly people: readonly Choice[];
}

export interface Choice {
  readonly id: string;
  readonly name: string;
}
