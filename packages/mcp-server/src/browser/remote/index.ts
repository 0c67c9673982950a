export { isProof, newChallenge } from '../bridge/proof.ts';
export { AgentConnection, type BridgeAddress } from './agent-connection.ts';
export { RemoteBrowser, type RemoteBrowserOptions } from './remote-browser.ts';
