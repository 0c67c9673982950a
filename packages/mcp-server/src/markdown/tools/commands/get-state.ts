import { z } from 'zod';

import { submittedComments } from '../submitted-comments.ts';

import { defineCommand } from './command.ts';

export const getState = defineCommand({
  type: 'get_state',
  input: () => z.strictObject({}),
  run: async (_, { view, reviewed }) => {
    const { fileMeta, mirror, problem, blocks } = reviewed.document;
    const counts = Object.groupBy(submittedComments(reviewed.document), ({ status }) => status);
    return {
      fileMeta,
      mode: reviewed.mode,
      mirror,
      ...(problem !== null && { problem }),
      openViews: view.copies,
      blocks: blocks.length,
      comments: Object.fromEntries(Object.entries(counts).map(([status, list]) => [status, list.length])),
    };
  },
});
