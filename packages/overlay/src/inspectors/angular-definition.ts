/** What the compiler wrote onto a component's class. */
import { guarded, plainName, read, readString } from './foreign.ts';

function definitionOf(instance: object): unknown {
  return read(read(instance, 'constructor'), 'ɵcmp');
}

/** As the compiler spells it. `null` for components of packages, which were compiled elsewhere. */
export function classFileOf(instance: object): string | null {
  return readString(read(definitionOf(instance), 'debugInfo'), 'filePath');
}

/** The constructor is called `_App` where the bundler had to rename it. */
export function nameOf(instance: object): string {
  return guarded(() => {
    const info = read(definitionOf(instance), 'debugInfo');
    const name = readString(info, 'className') ?? readString(read(instance, 'constructor'), 'name');
    return name === null ? 'unknown' : plainName(name);
  }, 'unknown');
}

/** Of several selectors the one that the host matches; a bound attribute is not in the DOM, but the tag is. */
export function selectorOf(instance: object, host: Element): string {
  const selectors = guarded(() => read(definitionOf(instance), 'selectors'), undefined);
  if (!Array.isArray(selectors)) return host.localName;
  const written = selectors.map(writeSelector).filter((selector) => selector !== '');
  if (written.length < 2) return written[0] ?? host.localName;
  return (
    written.find((selector) => guarded(() => host.matches(selector), false)) ??
    written.find((selector) => /^[\w-]*/.exec(selector)?.[0] === host.localName) ??
    written[0] ??
    host.localName
  );
}

/** `["li", "appRow", ""]` is `li[appRow]`; a number says that classes follow. */
function writeSelector(parts: unknown): string {
  if (!Array.isArray(parts)) return '';
  const [tag, ...rest] = parts as unknown[];
  let selector = typeof tag === 'string' ? tag : '';
  let classes = false;
  for (let i = 0; i < rest.length; i++) {
    const part = rest[i];
    // The flags of a class selector; a negation (odd) says nothing about what the element is.
    if (typeof part === 'number') {
      if (part % 2 === 1) break;
      classes = (part & 8) !== 0;
    } else if (classes) selector += `.${String(part)}`;
    else {
      const value = rest[++i];
      selector +=
        typeof value === 'string' && value !== '' ? `[${String(part)}="${value}"]` : `[${String(part)}]`;
    }
  }
  return selector;
}
