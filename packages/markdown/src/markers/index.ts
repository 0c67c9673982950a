export type { MarkedComment } from './comment-data.ts';
export type { Note } from './notes.ts';
export { readMarkersAndNotes } from './read-markers.ts';
export { recordOf } from './comment-data.ts';
export { writeMarkers } from './write-markers.ts';
