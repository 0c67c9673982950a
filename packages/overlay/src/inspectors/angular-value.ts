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

/**
 * Reads an Angular signal without calling it. A call would subscribe the computation that is running, would throw
 * for a required input that was not set yet, and would run the app's code where the value is computed. `null` for what is
 * no signal.
 */
export function readAngularSignal(given: object): { value: unknown } | null {
  const mark = Object.getOwnPropertySymbols(given).find(({ description }) => description === 'SIGNAL');
  if (mark === undefined) return null;
  const node = read(given, mark);
  if (!isObject(node) || !('value' in node)) return { value: '[signal]' };
  const { value } = node;
  if (typeof value === 'symbol') return { value: words[value.description ?? ''] ?? value };
  return { value: isCurrent(node) ? value : '[not computed yet]' };
}

/** The symbols that stand for a value where there is none. */
const words: Readonly<Record<string, string>> = {
  'InputSignalNode#UNSET': '[not set]',
  UNSET: '[not computed yet]',
  COMPUTING: '[not computed yet]',
  ERRORED: '[throws when read]',
};

/** A computed value is kept up to date while a template or an effect uses it. Other signals are set directly. */
function isCurrent(node: object): boolean {
  if (typeof read(node, 'computation') !== 'function') return true;
  return read(node, 'dirty') === false && read(node, 'consumers') !== undefined;
}
