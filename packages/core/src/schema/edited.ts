import { z } from 'zod';

import { type Edited, type EditedFile, noPatchReasons } from '../edited.ts';

const count = z.int().nonnegative();

const editedFileSchema = z.looseObject({
  file: z.string(),
  change: z.enum(['added', 'deleted', 'renamed']).exactOptional(),
  from: z.string().exactOptional(),
  added: count.exactOptional(),
  removed: count.exactOptional(),
}) satisfies z.ZodType<EditedFile>;

export const editedSchema = z.looseObject({
  files: z.array(editedFileSchema),
  moreFiles: count.exactOptional(),
  patch: z
    .string()
    .regex(/^[0-9a-f]{64}$/, 'must be a SHA-256')
    .exactOptional(),
  seal: z.string().exactOptional(),
  noPatch: z.enum(noPatchReasons).exactOptional(),
}) satisfies z.ZodType<Edited>;
