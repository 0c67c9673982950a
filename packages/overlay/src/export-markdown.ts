// A file of its own, so that it is loaded when somebody copies, and not with every page.
export { annotationsToMarkdown } from '@annotate-mcp/core';
