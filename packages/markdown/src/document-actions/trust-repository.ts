import { defineDocumentAction } from './document-action.ts';

/** All comments of the repository count as the person's own, until the trust is revoked (`annotate-mcp trust --revoke`). */
export const trustRepository = defineDocumentAction({
  type: 'trust_repository',
  fields: () => ({}),
  run: async (_, { document }) => {
    await document.trustRepository();
    return {};
  },
});
