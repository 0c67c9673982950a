export { type AgentCall, type AgentProvider, type Caller, singleAgent } from './agent/agent-provider.ts';
export { Agent, type AgentIdentity } from './agent/agent.ts';
export { workLoop } from './annotations/prompts/work-loop.ts';
export { tools } from './annotations/tools/index.ts';
export { createAnnotationsToolset } from './annotations/toolset.ts';
export { createServer, type ServerOptions } from './server.ts';
export type { Toolset } from './toolset.ts';
