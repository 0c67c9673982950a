import { serveLsp } from '@annotate-mcp/lsp';

import type { GlobalOptions } from '../cli-command.ts';
import { locateStore } from '../project-store.ts';
import { version } from '../version.ts';

/** Resolves when the editor ends it. `--root` makes one project of all folders that the editor has open. */
export async function lsp({ root, store }: GlobalOptions): Promise<void> {
  await serveLsp({
    input: process.stdin,
    output: process.stdout,
    version,
    locate: (folder) =>
      locateStore({
        ...(root !== undefined && { root }),
        ...(store !== undefined && { store }),
        cwd: folder,
      }),
  });
}
