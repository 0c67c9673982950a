import { z } from 'zod';

import type { PageTarget } from '../annotation.ts';

import { kindShapes } from './annotation.ts';
import { capped } from './text.ts';

/** What each kind of annotation adds, as pages send it. */
export const shapes = kindShapes(capped);

/** What of an annotation says where it is; the rest is dropped. */
export const pageTargetSchema = z.discriminatedUnion('kind', [
  z.object(shapes.component),
  z.object(shapes.element),
  z.object(shapes.text),
  z.object(shapes.page),
]) satisfies z.ZodType<PageTarget>;
