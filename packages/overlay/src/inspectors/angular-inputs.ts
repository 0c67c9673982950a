/** The inputs of a component by their public names. They are read when they are printed, one by one. */
import type { Host } from './angular-hosts.ts';
import { isObject, read } from './foreign.ts';

export function inputsOf({ instance, debug }: Host): object {
  const declared = read(debug.ask('getDirectiveMetadata', instance), 'inputs');
  const inputs = {};
  for (const name of isObject(declared) ? Object.keys(declared) : []) {
    const property = read(declared, name);
    const key = typeof property === 'string' ? property : name;
    Object.defineProperty(inputs, name, {
      enumerable: true,
      get: () => (isWriteOnly(instance, key) ? '[write-only]' : read(instance, key)),
    });
  }
  return inputs;
}

/** A setter without a getter: what was written is not kept under this name, and `undefined` would be wrong. */
function isWriteOnly(instance: object, key: string): boolean {
  for (let at: unknown = instance; isObject(at); at = Object.getPrototypeOf(at)) {
    const descriptor = Object.getOwnPropertyDescriptor(at, key);
    if (descriptor !== undefined) return descriptor.set !== undefined && descriptor.get === undefined;
  }
  return false;
}
