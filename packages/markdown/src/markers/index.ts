export type { MarkedComment } from './marked-comment.ts';
export type { Note } from './notes.ts';
export { readMarkersAndNotes } from './read-markers.ts';
export { recordOf } from './seals.ts';
export { writeMarkers } from './write-markers.ts';
