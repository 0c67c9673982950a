import { defineDocumentAction } from './document-action.ts';

/** The file is as it was before an export; its comments are in the project. */
export const removeMarkers = defineDocumentAction({
  type: 'remove_markers',
  fields: () => ({}),
  run: async (_, { document }) => ({ removed: await document.removeMarkers() }),
});
