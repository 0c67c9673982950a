import type { Change } from '../change.ts';
import type { Project } from '../project.ts';

/**
 * How the page side gets into one kind of project. None is released yet, so the list is empty and init says so;
 * each will be a file here and a line in the list.
 */
export interface Integration {
  /** The package that is installed. */
  package: string;
  /** A name that `findProject` gives a framework. */
  frameworks: readonly string[];
  /** The files that wire it up, as they will be. Must propose nothing where it is wired already. */
  propose: (project: Project) => Promise<Change[]>;
}
