import { z } from 'zod';

import { failureKinds, type PageFailure } from '../proof/page-failure.ts';

import { capped } from './text.ts';

/** A page says it, so every part of it is limited. */
export const pageFailureSchema = z.object({
  kind: z.enum(failureKinds),
  message: capped(1_000).min(1),
  file: capped(1_000).exactOptional(),
  line: z.int().positive().exactOptional(),
  column: z.int().positive().exactOptional(),
  late: z.literal(true).exactOptional(),
}) satisfies z.ZodType<PageFailure>;
