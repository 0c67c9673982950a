export { describeAnchor, type TextAnchor, withoutFingerprint } from './anchor.ts';
export { createFingerprints } from './fingerprint.ts';
export {
  createLocator,
  locateAnchor,
  type Locate,
  type LocateOptions,
  type LocatorOptions,
} from './locate.ts';
export type { PlacedBy, Placement, PlacementCandidate, TextRange } from './placement.ts';
