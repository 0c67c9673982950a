export { Agent } from './agent.ts';
export { workLoop } from './annotations/prompts/work-loop.ts';
export { createServer, type ServerOptions } from './server.ts';
export { serveStdio, type StdioOptions } from './transports/stdio.ts';
