import type { BuilderContext } from '@angular-devkit/architect';

/** The same context, but for these. A proxy and no copy, because a context of other tools may be an instance of a class. */
export function contextWith(context: BuilderContext, changes: Partial<BuilderContext>): BuilderContext {
  return new Proxy(context, {
    get: (target, name): unknown => {
      if (name in changes) return Reflect.get(changes, name);
      const value: unknown = Reflect.get(target, name);
      // Its own methods must not meet the proxy: private fields are not on that.
      return typeof value === 'function' ? (value.bind(target) as unknown) : value;
    },
  });
}
