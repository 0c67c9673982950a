import { z } from 'zod';

import type { Wish } from '../wish.ts';

import { listOf, nested } from './nested.ts';
import type { Limit } from './text.ts';

/** What a person tried by hand on one element. */
export function wishList(limit: Limit) {
  return listOf(limit, wish(limit), 40);
}

function wish(limit: Limit) {
  const text = limit(2_000);
  const value = limit(200);
  const token = limit(200).exactOptional();
  const tokens = nested(limit, { before: token, after: token }).exactOptional();
  return z.discriminatedUnion('what', [
    nested(limit, { what: z.literal('text'), before: text, after: text }),
    nested(limit, { what: z.literal('style'), name: limit(100), before: value, after: value, tokens }),
  ]) satisfies z.ZodType<Wish>;
}
