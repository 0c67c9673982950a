export { Agent } from './agent.ts';
export { workLoop } from './annotations/prompts/work-loop.ts';
export { tools } from './annotations/tools/index.ts';
export { Bridge, type BridgeOptions, type ConnectedExtension } from './browser/bridge/bridge.ts';
export { ConnectCode } from './browser/bridge/connect-code.ts';
export { createBridgeRoutes, type BridgeRoutesOptions } from './browser/bridge/routes.ts';
export type { Browser, BrowserParts } from './browser/browser.ts';
export { createScriptFetcher } from './browser/scripts/fetch-script.ts';
export { browserTools } from './browser/tools/index.ts';
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
