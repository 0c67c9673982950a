/**
 * Which tag of a component brought an element into the page: an attribute would be a prop of the app's component, and stacks
 * tell a line only with a good source map. In dev a module of React or Preact therefore notes each element that it makes by
 * the element's props, an object that the framework keeps: the element goes through a function that returns it unchanged.
 *
 * The notes are in `globalThis[Symbol.for('annotate.tags')]`: `{ of: WeakMap<object, TagNote>, newest: Record<path, version> }`.
 * A memoized component keeps its props through a hot update; by the version one sees that its note is about the old file.
 */
import { createHash } from 'node:crypto';

/** What the code of a module calls around each tag of a component. */
export const tagFunction = '$$annotateTag';

/**
 * The code at the end of a module that notes tags; on one line, whose types are not checked. It must never throw. What the
 * function takes is an element, or for Solid the props themselves.
 */
export function noteTags(path: string, code: string, takes: 'element' | 'props' = 'element'): string {
  const props = takes === 'element' ? 'made.props' : 'made';
  const hash = createHash('sha1').update(code).digest('base64url').slice(0, 8);
  const [file, version] = [JSON.stringify(path), JSON.stringify(hash)];
  return [
    `\n// @ts-ignore\n;function ${tagFunction}(made, at) {`,
    // A module may make elements while it runs, before it comes to its end.
    "try { const tags = (globalThis[Symbol.for('annotate.tags')] ??= { of: new WeakMap(), newest: Object.create(null) });",
    `if (at === undefined) tags.newest[${file}] = ${version};`,
    `else tags.of.set(${props}, { path: ${file}, version: ${version}, at }); } catch {} return made; }`,
    `${tagFunction}();\n`,
  ].join(' ');
}
