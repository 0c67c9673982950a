import { z } from 'zod';

import { submittedComments } from '../../submitted.ts';

import { defineCommand } from './command.ts';

export const getState = defineCommand({
  type: 'get_state',
  input: z.strictObject({}),
  run: async (_, { view, file }) => {
    const { fileMeta, mirror, problem, blocks } = file.document;
    const counts = Object.groupBy(submittedComments(file.document), ({ status }) => status);
    return {
      fileMeta,
      mode: file.mode,
      mirror,
      ...(problem !== null && { problem }),
      openViews: view.copies,
      blocks: blocks.length,
      comments: Object.fromEntries(Object.entries(counts).map(([status, list]) => [status, list.length])),
    };
  },
});
