export { type AgentOptions, type RunningAgent, startAgent } from './agent.ts';
export { type Edit, replaceNearest, replaceTextAt } from './edit.ts';
export { type Request, understand } from './rules.ts';
