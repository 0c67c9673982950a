import type { Store } from '@annotate-mcp/store';

import type { Toolset } from '../toolset.ts';

import { registerMarkdown } from './register.ts';
import type { MarkdownService } from './service.ts';

/** Files that a person reads and comments on. */
export function createMarkdownToolset(markdown: MarkdownService, store: Store): Toolset {
  return {
    name: 'markdown',
    instructions:
      'To have a Markdown file reviewed, show it with open_markdown and take the comments with interact.',
    register: (server, host) => registerMarkdown(server, host, { store, markdown }),
  };
}
