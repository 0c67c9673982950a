import { z } from 'zod';

import { briefVerdict, describeAbsence } from '../review-end.ts';
import { leftOutOf, submittedComments } from '../submitted-comments.ts';

import { defineDocumentCommand } from './document-command.ts';

export const getState = defineDocumentCommand({
  type: 'get_state',
  input: () => z.strictObject({}),
  run: async (_, { view, reviewed }) => {
    const { fileMeta, mirror, problem, fileProblem, blocks } = reviewed.document;
    const counts = Object.groupBy(submittedComments(reviewed.document), ({ status }) => status);
    return {
      fileMeta,
      mode: reviewed.mode,
      mirror,
      // The words of a problem with comments may be those of the repository; the view shows them to the person.
      ...(problem !== null && { problem: fileProblem ?? commentProblem }),
      openViews: view.copies,
      blocks: blocks.length,
      comments: Object.fromEntries(Object.entries(counts).map(([status, list]) => [status, list.length])),
      ...briefVerdict(reviewed.document.verdict),
      ...describeAbsence(reviewed.presence.hasLeft),
      ...leftOutOf(reviewed.document),
    };
  },
});

const commentProblem = 'Not all comments on this file could be read. The view tells the person why.';
