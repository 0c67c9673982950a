export { AgentSockets, type AgentSocketsOptions } from './bridge/agent-sockets.ts';
export { Bridge, type BridgeOptions, type ConnectedExtension } from './bridge/bridge.ts';
export { ConnectCode } from './bridge/connect-code.ts';
export { isProof, newChallenge } from './bridge/proof.ts';
export { createBridgeRoutes, type BridgeRoutesOptions } from './bridge/routes.ts';
export type { Browser, BrowserDeps, CommandCall } from './context.ts';
export { createScriptFetcher } from './scripts/fetch-script.ts';
export { browserTools } from './tools/index.ts';
export { createBrowserToolset } from './toolset.ts';
