export { reviewLoop } from './prompts/review-loop.ts';
export { createMarkdownService, type MarkdownService, type MarkdownServiceOptions } from './service.ts';
export {
  type ReviewEvent,
  type ServedDocument,
  serveDocument,
  type ServeDocumentOptions,
  type SubmittedBatch,
} from './standalone/serve-document.ts';
export { type DocumentSummary, shareDocument, summarizeDocument } from './standalone/summarize-document.ts';
export { tools as markdownTools } from './tools/index.ts';
export { createMarkdownToolset } from './toolset.ts';
export type { AgentsNow, ProjectAgents } from './views/project-agents.ts';
