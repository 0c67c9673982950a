export { IdleTimer, systemTimer, type Timer } from './idle-timer.ts';
export { createMcpRoutes, type McpRoutes, type McpRoutesOptions } from './transports/http.ts';
export { createStatelessMcp, type StatelessMcp, type StatelessMcpOptions } from './transports/stateless.ts';
