import type { BuilderContext } from '@angular-devkit/architect';
import type { json } from '@angular-devkit/core';

import { contextWith } from './context-with.ts';

/**
 * The same context, with options of the build as Angular's own dev server gets them. For builders that are not
 * Angular's the CLI makes an empty list of each list that is not set, and with an empty list of conditions the app
 * would be built without `module`, `development` and `production`.
 */
export function withUnsetLists(context: BuilderContext): BuilderContext {
  async function validateOptions<Options extends json.JsonObject>(
    given: json.JsonObject,
    builder: string,
  ): Promise<Options> {
    // Read before, because the CLI adds the lists to the given object.
    const names = new Set(Object.keys(given));
    const options = await context.validateOptions<Options>(given, builder);
    for (const [name, value] of Object.entries(options)) {
      const isUnset = !names.has(name) && Array.isArray(value) && value.length === 0;
      if (isUnset) Reflect.deleteProperty(options, name);
    }
    return options;
  }
  return contextWith(context, { validateOptions });
}
