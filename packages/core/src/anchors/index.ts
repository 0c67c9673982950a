export { describeAnchor, type TextAnchor } from './anchor.ts';
export {
  createLocator,
  locateAnchor,
  type Locate,
  type LocateOptions,
  type LocatorOptions,
} from './locate.ts';
export type { PlacedBy, Placement, PlacementCandidate, TextRange } from './placement.ts';
