/** Shared by the integrations with dev servers. Imports neither the stores nor `ws`, so it loads quickly, on older versions of Node too. */
export { asksForPage } from './asks-for-page.ts';
export { deferHub, type DeferredHub } from './deferred-hub.ts';
export { createEdge, type Edge, type OffPart } from './edge.ts';
export { networkToken } from './network-token.ts';
export { type IntegrationOptions, overlaySettings } from './options.ts';
export { startHub } from '../process/start-hub.ts';
export { scriptPath } from '../hub-paths.ts';
export { pathInProject } from './project-path.ts';
export { realPath, realPathIfThere } from '@annotate-mcp/store/files';
export { blockStoreFolder, leadsToStoreFolder, type ServedFolders } from './store-folder.ts';
export { startHint } from './start-hint.ts';
export { hideOurCookies } from '@annotate-mcp/http';
export { describeOldNode } from '@annotate-mcp/store/node-version';
export { findProjectRoot } from '@annotate-mcp/store/project-root';
export { requireSqlite } from '@annotate-mcp/store/require-sqlite';
