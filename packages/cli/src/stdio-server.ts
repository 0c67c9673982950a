/** Named here, so that the stdio server starts without what else its package has. */
export { serveStdio } from '@annotate-mcp/mcp-server/stdio';
