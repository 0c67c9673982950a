export { Agent } from './agent.ts';
export { workLoop } from './annotations/prompts/work-loop.ts';
export { tools } from './annotations/tools/index.ts';
export { type Desk, oneClient } from './desk.ts';
export { type ReadReview, readReview } from './markdown/page/read-review.ts';
export { reviewLoop } from './markdown/prompts/review-loop.ts';
export { MarkdownReview, type MarkdownReviewOptions, type ReviewSettings } from './markdown/review.ts';
export { tools as markdownTools } from './markdown/tools/index.ts';
export {
  serveReview,
  type ServedReview,
  type ServeReviewOptions,
  type SubmittedBatch,
} from './markdown/page/serve-review.ts';
export { createServer, type ServerOptions } from './server.ts';
export { createMcpRoutes, type McpRoutes, type McpRoutesOptions } from './transports/http.ts';
export { serveStdio, type StdioOptions } from './transports/stdio.ts';
