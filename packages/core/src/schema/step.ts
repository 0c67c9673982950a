import { z } from 'zod';

import type { RecordedStep } from '../step.ts';

import { nested } from './nested.ts';
import type { Limit } from './text.ts';

const at = { secondsBefore: z.number().nonnegative() };

/** A step that a person attached to a comment. */
export function recordedStep(limit: Limit) {
  const element = nested(limit, { name: limit(500), selector: limit(4_000) });
  const url = limit(4_096);
  const characters = z.int().nonnegative().exactOptional();
  return z.discriminatedUnion('kind', [
    nested(limit, { ...at, kind: z.literal('click'), element }),
    nested(limit, { ...at, kind: z.literal('type'), element, characters }),
    nested(limit, { ...at, kind: z.literal('press'), key: limit(50) }),
    nested(limit, { ...at, kind: z.literal('choose'), element, choice: limit(500) }),
    nested(limit, { ...at, kind: z.literal('navigate'), url }),
    nested(limit, { ...at, kind: z.literal('request'), url, status: z.int().exactOptional() }),
    nested(limit, { ...at, kind: z.literal('error'), message: limit(2_000) }),
  ]) satisfies z.ZodType<RecordedStep>;
}
