/** What a person chose for a project, as files with their own settings: no repository can write there. */
import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';

import type { z } from 'zod';

import { hasErrorCode, replacePrivateFile } from '@annotate-mcp/store/files';
import { provenanceFolder } from '@annotate-mcp/store/user-folders';

export interface ProjectFileOptions<Content> {
  /** For example `.settings.json`. */
  ending: string;
  format: z.ZodType<Content>;
  root: string;
  /** Default: the folder of the person's settings. */
  folder?: string | undefined;
}

/** Each content names its project, whose hash is the name of the file. */
export class ProjectFile<Content extends { root: string }> {
  readonly #options: ProjectFileOptions<Content>;
  readonly #path: string;

  constructor(options: ProjectFileOptions<Content>) {
    const { root, ending, folder = provenanceFolder() } = options;
    this.#options = options;
    this.#path = join(folder, 'work', `${projectKey(root)}${ending}`);
  }

  /** `null` when there is none, and when it cannot be understood: nothing was chosen then. */
  read(): Content | null {
    const { format, root } = this.#options;
    try {
      const found = format.safeParse(JSON.parse(readFileSync(this.#path, 'utf8')));
      return found.success && found.data.root === root ? found.data : null;
    } catch (error) {
      if (hasErrorCode(error, 'ENOENT', 'ENOTDIR') || error instanceof SyntaxError) return null;
      throw error;
    }
  }

  write(content: Content): void {
    replacePrivateFile(this.#path, `${JSON.stringify(content, null, 2)}\n`);
  }
}

/** A file name for what is kept for one project. */
export function projectKey(root: string): string {
  return createHash('sha256').update(root).digest('hex').slice(0, 32);
}
