import { z } from 'zod';

import type { PageTarget } from '../annotation.ts';

import { kindShapes } from './annotation.ts';
import { capped } from './text.ts';

let created: ReturnType<typeof kindShapes> | undefined;

/** What each kind of annotation adds, as pages send it. */
export function pageShapes(): ReturnType<typeof kindShapes> {
  return (created ??= kindShapes(capped));
}

/** What of an annotation says where it is; the rest is dropped. */
export const pageTargetSchema: z.ZodType<PageTarget> = z.lazy(() => {
  const { component, element, text, page } = pageShapes();
  return z.discriminatedUnion('kind', [
    z.object(component),
    z.object(element),
    z.object(text),
    z.object(page),
  ]);
});
