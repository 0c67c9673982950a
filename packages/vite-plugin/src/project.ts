import { pathInProject } from '@annotate-mcp/hub/integration';

/** The project that the app is part of, and how annotations name its files. */
export interface Project {
  /** The folder that contains `.annotate/`: absolute, without symbolic links. */
  readonly root: string;
  /** The path relative to the root, with `/` separators; `null` for a file outside of it or in `node_modules`. */
  readonly pathOf: (file: string) => string | null;
}

export function projectAt(root: string): Project {
  return { root, pathOf: (file) => pathInProject(root, file) };
}
