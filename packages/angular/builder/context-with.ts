import type { BuilderContext } from '@angular-devkit/architect';

/** The same context, but for these. A proxy and no copy, because a context of other tools may be an instance of a class. */
export function contextWith(context: BuilderContext, changes: Partial<BuilderContext>): BuilderContext {
  return new Proxy(context, {
    get: (target, name): unknown => Reflect.get(name in changes ? changes : target, name),
  });
}
