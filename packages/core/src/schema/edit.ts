import { z } from 'zod';

import { type Edit, type EditedFile, noPatchReasons } from '../edit.ts';

export const editedSchema = z.lazy(() => {
  const count = z.int().nonnegative();
  return z.looseObject({
    files: z.array(editedFile(count)),
    moreFiles: count.exactOptional(),
    patch: z
      .string()
      .regex(/^[0-9a-f]{64}$/, 'must be a SHA-256')
      .exactOptional(),
    seal: z.string().exactOptional(),
    noPatch: z.enum(noPatchReasons).exactOptional(),
  });
}) satisfies z.ZodType<Edit>;

function editedFile(count: z.ZodInt) {
  return z.looseObject({
    file: z.string(),
    change: z.enum(['added', 'deleted', 'renamed']).exactOptional(),
    from: z.string().exactOptional(),
    added: count.exactOptional(),
    removed: count.exactOptional(),
  }) satisfies z.ZodType<EditedFile>;
}
