import {
  createEdge,
  type Edge,
  findProjectRoot,
  pathInProject,
  requireSqlite,
} from '@annotate-mcp/hub/integration';

/** The project that the app is part of, and how annotations name its files. */
export interface Project {
  /** The folder that contains `.annotate/`: absolute, without symbolic links. */
  readonly root: string;
  /** The path relative to the root, with `/` separators; `null` for a file outside of it or in `node_modules`. */
  readonly pathOf: (file: string) => string | null;
}

/** Throws where nothing can be annotated: on a Node without SQLite, or outside of a project. */
export function openProject(options: {
  readonly root?: string | undefined;
  /** The app's folder. */
  readonly cwd: string;
}): Project {
  requireSqlite();
  return projectAt(findProjectRoot(options));
}

/** The edge for what runs before a dev server is there, which has a logger and the project. */
export function createFirstEdge({ root }: { readonly root?: string | undefined }): Edge {
  return createEdge({
    logError: (line) => void process.stderr.write(`${line}\n`),
    root: () => findProjectRoot({ root, cwd: process.cwd() }),
  });
}

export function projectAt(root: string): Project {
  return { root, pathOf: (file) => pathInProject(root, file) };
}
