export { isAway, unlessAway } from './away.ts';
export type { Driver, Settings } from './driver.ts';
export { unionMergeLine, withMergeLine } from './drivers/json/git-attributes.ts';
export { resolveConflicts, type ResolvedConflicts } from './drivers/json/resolve-conflicts.ts';
export { everyAnnotation } from './every-annotation.ts';
export { factsOf, listFacts, listLeftOut } from './facts.ts';
export { joinStores, partsOf } from './joined/join-stores.ts';
export {
  mergedSidecars,
  openSidecarAgents,
  openSidecars,
  sidecarFile,
  type SidecarOptions,
  withSidecars,
} from './joined/sidecars.ts';
export { type CallingProcess, findCallingProcess, hostKey, isStillRunning } from './live/calling-process.ts';
export { keepClaims, releaseOrphans } from './live/keep-claims.ts';
export { openStore, storeFile, type StoreFile, type StoreOptions } from './open-store.ts';
export {
  findProjectRoot,
  locateProjectRoot,
  type ProjectRoot,
  rootMarker,
  type RootOptions,
} from './project-root.ts';
export type {
  Agents,
  AgentsListener,
  AnnotationFacts,
  FactsOptions,
  FactsQuery,
  LeftOut,
  FeedListener,
  Keeper,
  LiveList,
  LiveListListener,
  UpdateAnnotation,
  Portion,
  PortionOptions,
  Query,
  Sessions,
  UnreadableRecord,
  Store,
  Subscription,
  Updated,
} from './store.ts';
