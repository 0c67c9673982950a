/** The language server in the extension, so that nothing has to be installed. `annotate-mcp lsp` is the same server. */
import { join } from 'node:path';

import { serveLsp } from '@annotate-mcp/lsp';
import { locateProjectRoot } from '@annotate-mcp/store/project-root';

declare const __ANNOTATE_VSCODE_VERSION__: string;

await serveLsp({
  input: process.stdin,
  output: process.stdout,
  version: __ANNOTATE_VSCODE_VERSION__,
  locate: (folder) => {
    const { path: root } = locateProjectRoot({ cwd: folder });
    return { root, url: 'sqlite:', file: join(root, '.annotate', 'store.db') };
  },
});
