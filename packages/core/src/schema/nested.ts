import { z } from 'zod';

import { type Limit, uncapped } from './text.ts';

/** What is stored keeps fields of a newer release, nested ones too; what a page sends keeps known fields only. */
export function nested<Shape extends z.core.$ZodLooseShape>(limit: Limit, shape: Shape) {
  return limit === uncapped ? z.looseObject(shape) : z.object(shape);
}

export function listOf<Item extends z.ZodType>(limit: Limit, item: Item, most: number) {
  return limit === uncapped ? z.array(item) : z.array(item).max(most);
}
