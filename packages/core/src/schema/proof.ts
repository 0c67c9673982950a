import { z } from 'zod';

import { changedWhats, type Proof, verdicts } from '../proof/proof.ts';

import { attachmentName, isoTime } from './text.ts';

/** As it is stored with an annotation. */
export const proofSchema = z.lazy(() =>
  z.looseObject({
    before: z.looseObject(side()),
    after: z
      .looseObject({
        ...side(),
        verdict: z.enum(verdicts),
        changes: z.array(change()),
        moreChanges: z.number().exactOptional(),
        outside: outside(),
      })
      .exactOptional(),
  }),
) satisfies z.ZodType<Proof>;

function side() {
  return { takenAt: isoTime, record: attachmentName, picture: attachmentName.exactOptional() };
}

function change() {
  return z.looseObject({
    what: z.enum(changedWhats),
    name: z.string().exactOptional(),
    before: z.string().exactOptional(),
    after: z.string().exactOptional(),
    on: z.string().exactOptional(),
  });
}

function outside() {
  return z.looseObject({
    count: z.number(),
    pushed: z.number(),
    examples: z.array(
      z.looseObject({ name: z.string(), what: z.enum(changedWhats), path: z.string().exactOptional() }),
    ),
  });
}
