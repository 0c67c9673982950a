export { createMcpRoutes, type McpRoutes, type McpRoutesOptions } from './transports/http.ts';
