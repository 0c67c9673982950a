/** Values of the app as JSON that a person can read. Calls nothing of the app but signals it knows how to read. */
import type { JsonValue } from '@annotate-mcp/core';
import { isSecretName, isSecretPair, redacted, redactText } from '@annotate-mcp/page-facts';

import { printAngularObject, readAngularSignal, readControl } from './angular-value.ts';
import { guarded, isObject, read, readString } from './foreign.ts';

const maxDepth = 4;
const maxEntries = 50;
const maxStringLength = 500;
const maxKeyLength = 100;
/** Limit of all inputs together, in characters of JSON. The schema allows 50,000. */
const maxInputsLength = 20_000;

/** Prints the inputs of a component. Its framework created the record, so its getters may be read. */
export function printInputs(props: unknown, skip: readonly string[] = []): Record<string, JsonValue> {
  const printer = new Printer();
  const keys = guarded(() => (isObject(props) ? Object.keys(props) : []), []);
  return Object.fromEntries(
    keys
      .filter((key) => !skip.includes(key))
      .slice(0, maxEntries)
      .flatMap((key): [string, JsonValue][] => {
        if (printer.isFull) return [];
        const value = guarded(() => printer.entry(key, read(props, key)), '[throws when read]');
        return [[short(key, maxKeyLength), value]];
      }),
  );
}

class Printer {
  readonly #around: object[] = [];
  #left = maxInputsLength;

  get isFull(): boolean {
    return this.#left <= 0;
  }

  value(given: unknown): JsonValue {
    if (this.isFull) return '…';
    if (!isObject(given)) return this.#spend(printPrimitive(given));
    return guarded(() => this.#object(given), '[unreadable]');
  }

  entry(key: string, given: unknown): JsonValue {
    this.#left -= key.length + 4;
    // `showPassword: true` and `onTokenChange` are harmless. A signal is a function too, but has a value.
    const held = typeof given === 'function' ? (readAngularSignal(given) ?? { value: given }).value : given;
    return isSecretEntry(key, held) ? redacted : this.value(given);
  }

  #spend<Value extends JsonValue>(printed: Value): Value {
    this.#left -= typeof printed === 'string' ? JSON.stringify(printed).length + 2 : 8;
    return printed;
  }

  #object(given: object): JsonValue {
    if (this.#around.includes(given)) return '[Circular]';
    this.#around.push(given);
    try {
      const signal = readSignal(given);
      if (signal !== null) return this.value(signal.value);
      const brief = printBriefly(given);
      if (brief !== null) return this.#spend(brief);
      return this.#around.length > maxDepth ? this.#spend(shape(given)) : this.#contents(given);
    } finally {
      this.#around.pop();
    }
  }

  #contents(given: object): JsonValue {
    if (Array.isArray(given)) return this.#items(given, given.length);
    const tag = tagOf(given);
    if (tag === 'Map') {
      const map = given as ReadonlyMap<unknown, unknown>;
      return { '[Map]': this.#items(Map.prototype.entries.call(map), map.size) };
    }
    if (tag === 'Set') {
      const set = given as ReadonlySet<unknown>;
      return { '[Set]': this.#items(Set.prototype.values.call(set), set.size) };
    }
    return this.#members(given);
  }

  #items(given: Iterable<unknown>, count: number): JsonValue[] {
    const printed: JsonValue[] = [];
    for (const item of given) {
      if (printed.length === maxEntries || this.isFull) {
        printed.push(`… ${String(count - printed.length)} more`);
        break;
      }
      printed.push(this.value(item));
    }
    return printed;
  }

  #members(given: object): JsonValue {
    const printed: [string, JsonValue][] = [];
    const className = classOf(given);
    if (className !== null) printed.push(['[class]', this.#spend(className)]);
    const keys = Object.keys(given);
    for (const [index, key] of keys.entries()) {
      if (index === maxEntries || this.isFull) {
        printed.push(['…', `${String(keys.length - index)} more`]);
        break;
      }
      printed.push([short(key, maxKeyLength), guarded(() => this.#member(given, key), '[unreadable]')]);
    }
    return Object.fromEntries(printed);
  }

  #member(given: object, key: string): JsonValue {
    const descriptor = Reflect.getOwnPropertyDescriptor(given, key);
    // A getter is code of the app.
    if (descriptor?.get !== undefined) return this.#spend('[getter]');
    return this.entry(key, read(given, key));
  }
}

function isSecretEntry(key: string, held: unknown): boolean {
  switch (typeof held) {
    case 'string':
    case 'number':
    case 'bigint':
      return isSecretPair(key, String(held));
    case 'object':
    case 'symbol':
      return held !== null && isSecretName(key);
    default:
      return false;
  }
}

function printPrimitive(value: unknown): JsonValue {
  switch (typeof value) {
    case 'string':
      return printString(value);
    case 'number':
      return Number.isFinite(value) ? value : String(value);
    case 'boolean':
      return value;
    case 'bigint':
      return short(`${String(value)}n`, maxStringLength);
    case 'symbol':
      return short(String(value), maxStringLength);
    default:
      return value === null ? null : 'undefined';
  }
}

/** Redacted before it is cut, with a margin, so that no half of a secret is left at the end. */
function printString(text: string): string {
  const clean = redactText(text.slice(0, maxStringLength + 500));
  if (clean.length <= maxStringLength && text.length <= maxStringLength + 500) return clean;
  return `${short(clean, maxStringLength)} (${String(text.length)} characters)`;
}

function short(text: string, most: number): string {
  return text.length <= most ? text : `${text.slice(0, most).replace(/[\uD800-\uDBFF]$/, '')}…`;
}

/** Reading one runs the framework's code, and the app's only where the value is computed. */
function readSignal(given: object): { value: unknown } | null {
  if (typeof given === 'function') return readAngularSignal(given);
  if (read(given, '__v_isRef') === true) return { value: read(given, '_rawValue') ?? read(given, '_value') };
  if (read(given, 'brand') === Symbol.for('preact-signals')) {
    const peek = read(given, 'peek');
    return typeof peek === 'function' ? { value: Reflect.apply(peek, given, []) } : null;
  }
  const raw = read(given, '__v_raw');
  return isObject(raw) && raw !== given ? { value: raw } : readControl(given);
}

/** A short form for values without contents; `null` for all others. */
function printBriefly(given: object): string | null {
  if (typeof given === 'function') {
    const isClass = guarded(() => /^class\b/.test(Function.prototype.toString.call(given)), false);
    return isClass ? `class ${nameOf(given)}` : `ƒ ${nameOf(given)}()`;
  }
  return printElement(given) ?? printNode(given) ?? printBuiltIn(given) ?? printAngularObject(given);
}

/** What JSX makes, in React, Preact and Vue. */
function printElement(given: object): string | null {
  const mark = read(given, '$$typeof');
  const kind = typeof mark === 'symbol' ? (mark.description ?? '') : '';
  // What a server component passes to one in the browser, where it may still be on its way.
  if (kind === 'react.lazy') return '<…>';
  const isReact = /^react\.(transitional\.)?element$/.test(kind);
  const isPreact = read(given, 'constructor') === undefined && 'type' in given && 'props' in given;
  if (!isReact && !isPreact && read(given, '__v_isVNode') !== true) return null;
  const type = read(given, 'type');
  const name = typeof type === 'string' ? type : (nameOfType(type) ?? '…');
  const props = read(given, 'props');
  return isObject(props) && Object.keys(props).length > 0 ? `<${name} …>` : `<${name}>`;
}

function nameOfType(type: unknown): string | null {
  const inner = read(type, 'render') ?? read(type, 'type');
  const names = [type, inner].flatMap((of) =>
    ['displayName', 'name', '__name'].map((key) => readString(of, key)),
  );
  return names.find((name) => name !== null) ?? null;
}

function printNode(given: object): string | null {
  if (typeof read(given, 'nodeType') !== 'number') return read(given, 'window') === given ? '[Window]' : null;
  const name = (readString(given, 'nodeName') ?? 'node').toLowerCase();
  const id = readString(given, 'id');
  return name.startsWith('#') ? name : `<${name}${id === null ? '' : `#${id}`}>`;
}

function printBuiltIn(given: object): string | null {
  switch (tagOf(given)) {
    case 'Date': {
      const time = Date.prototype.getTime.call(given);
      return Number.isNaN(time) ? 'Invalid Date' : new Date(time).toISOString();
    }
    case 'RegExp':
      return RegExp.prototype.toString.call(given);
    case 'URL':
      return printString(URL.prototype.toString.call(given));
    case 'Error':
      return printString(`${readString(given, 'name') ?? 'Error'}: ${readString(given, 'message') ?? ''}`);
    case 'Promise':
    case 'WeakMap':
    case 'WeakSet':
    case 'WeakRef':
    case 'Blob':
    case 'File':
    case 'ArrayBuffer':
      return `[${tagOf(given)}]`;
    default:
      return ArrayBuffer.isView(given) ? `[${tagOf(given)}]` : null;
  }
}

/** A short form for values that are nested too deeply. */
function shape(given: object): string {
  return Array.isArray(given) ? `[Array(${String(given.length)})]` : `[${classOf(given) ?? 'Object'}]`;
}

function tagOf(given: object): string {
  return Object.prototype.toString.call(given).slice(8, -1);
}

function classOf(given: object): string | null {
  const prototype: unknown = Object.getPrototypeOf(given);
  const made = isObject(prototype) ? dataOf(prototype, 'constructor') : null;
  const name = typeof made === 'function' ? nameOf(made) : '';
  return name === '' || name === 'Object' ? null : short(name, maxKeyLength);
}

/** Not `fn.name`: a class may have a static getter of that name. */
function nameOf(given: object): string {
  const name = dataOf(given, 'name');
  return typeof name === 'string' ? short(name, maxKeyLength) : '';
}

function dataOf(given: object, key: string): unknown {
  return Object.getOwnPropertyDescriptor(given, key)?.value;
}
