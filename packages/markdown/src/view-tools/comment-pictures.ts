/** The tools for pictures in comments. */
import { z } from 'zod';

import { AnnotateError, picturesOf } from '@annotate-mcp/core';

import { largestPicture, pictureName } from '../view-fields.ts';

import { defineViewTool } from './view-tool.ts';

/** Stores a picture and returns its name, for the `pictures` of a comment. */
export const addPicture = defineViewTool({
  name: 'add_picture',
  title: 'Store a picture for a comment',
  input: () => z.object({ bytes: z.base64().max(Math.ceil(largestPicture / 3) * 4) }),
  readOnly: false,
  run: async ({ bytes }, { reviewed }) => ({
    name: await reviewed.document.pictures.add(Buffer.from(bytes, 'base64')),
  }),
});

/** Returns a picture that a comment on this document has, in base64. */
export const readCommentPicture = defineViewTool({
  name: 'read_comment_picture',
  title: 'Read a picture of a comment',
  input: () => z.object({ name: pictureName() }),
  readOnly: true,
  run: async ({ name }, { reviewed: { document } }) => {
    const isNamed = document.comments().some((comment) => picturesOf(comment).includes(name));
    const found = isNamed ? await document.pictures.find(name) : null;
    if (found === null) throw noPictureError();
    return { type: found.type.mime, bytes: found.bytes.toString('base64') };
  },
});

function noPictureError(): AnnotateError {
  return new AnnotateError('markdown/not-found', 'No comment on this document has that picture.', {
    hint: 'It was deleted, or is on another machine: pictures do not travel with comments.',
  });
}
