export type { MarkedComment } from './marked-comment.ts';
export { readMarkers } from './read-markers.ts';
export { recordOf } from './seals.ts';
export { writeMarkers } from './write-markers.ts';
