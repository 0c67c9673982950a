import type { BuilderContext } from '@angular-devkit/architect';

/** The same context with some members replaced. A proxy, because a copy would lose the methods of a class instance. */
export function contextWith(context: BuilderContext, changes: Partial<BuilderContext>): BuilderContext {
  return new Proxy(context, {
    get: (target, name): unknown => {
      if (name in changes) return Reflect.get(changes, name);
      const value: unknown = Reflect.get(target, name);
      // Methods are bound to the context itself, because a proxy has no private fields.
      return typeof value === 'function' ? (value.bind(target) as unknown) : value;
    },
  });
}
