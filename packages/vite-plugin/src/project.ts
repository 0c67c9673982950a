import { pathInProject } from '@annotate-mcp/hub/integration';

/** The repository that the app is part of, and how its files are named in annotations. */
export interface Project {
  /** Absolute, without symbolic links: the folder that holds `.annotate/`. */
  readonly root: string;
  /** From the project's root with `/` separators; `null` for what lies outside of it or in `node_modules`. */
  readonly pathOf: (file: string) => string | null;
}

export function projectAt(root: string): Project {
  return { root, pathOf: (file) => pathInProject(root, file) };
}
