export type { MarkedComment } from './comment-data.ts';
export { type ReadMarkers, readMarkers } from './read-markers.ts';
export { writeMarkers } from './write-markers.ts';
