import { join } from 'node:path';

// Put in by the build, which copies the view beside the program.
declare const __ANNOTATE_MCP_VIEW__: string | undefined;

/** Where the pages of the Markdown review are: beside the program, or, run from source, where they are built. */
export const viewFolder =
  typeof __ANNOTATE_MCP_VIEW__ === 'string'
    ? join(import.meta.dirname, __ANNOTATE_MCP_VIEW__)
    : join(import.meta.dirname, '../../../apps/markdown-view/dist');
