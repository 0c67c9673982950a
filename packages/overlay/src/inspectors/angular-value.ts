/**
 * Objects of Angular and RxJS that are passed as inputs. They refer to large parts of the framework,
 * which do not help to understand an input.
 */
import { guarded, isObject, plainName, read } from './foreign.ts';

/** A short form for such objects; `null` for everything else. Calls no code. */
export function printAngularObject(given: object): string | null {
  if (has(given, 'createEmbeddedView') && has(given, '_declarationLView')) return '[TemplateRef]';
  const made = dataIn(given, 'constructor');
  if (typeof made !== 'function' || made === Object) return null;
  const name = dataIn(made, 'name');
  const isDecorated = definitions.some((key) => guarded(() => Object.hasOwn(made, key), false));
  const isStream = isMethod(given, 'subscribe') && (isMethod(given, 'pipe') || isMethod(given, 'emit'));
  return (isDecorated || isStream) && typeof name === 'string' ? `[${plainName(name)}]` : null;
}

/** A form control is printed by its value: `{ "[FormGroup]": { … } }`. `null` for everything else. */
export function readControl(given: object): { value: unknown } | null {
  if (!has(given, 'valueChanges') || !has(given, 'statusChanges') || !isMethod(given, 'setValue'))
    return null;
  const name = dataIn(dataIn(given, 'constructor'), 'name');
  const kind = typeof name === 'string' ? plainName(name) : 'AbstractControl';
  return { value: { [`[${kind}]`]: dataIn(given, 'value') } };
}

/** Components, directives, pipes, services. */
const definitions = ['ɵcmp', 'ɵdir', 'ɵpipe', 'ɵprov'] as const;

function has(given: object, key: string): boolean {
  return guarded(() => key in given, false);
}

function isMethod(given: object, key: string): boolean {
  return typeof dataIn(given, key) === 'function';
}

/** Its own or an inherited one; a getter is code of the app. */
function dataIn(given: unknown, key: string): unknown {
  for (let at = given; isObject(at); at = Object.getPrototypeOf(at)) {
    const descriptor = Object.getOwnPropertyDescriptor(at, key);
    if (descriptor !== undefined) return read(descriptor, 'value');
  }
  return undefined;
}
