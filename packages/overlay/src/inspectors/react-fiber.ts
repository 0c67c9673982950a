/** React's internal records of what it rendered. They are not documented, so each value is checked. */
import { noteOf } from './component-notes.ts';
import { isObject, plainName, read, readString } from './foreign.ts';

export interface Fiber {
  readonly tag: number;
  readonly type: unknown;
  readonly elementType: unknown;
  readonly key: unknown;
  readonly stateNode: unknown;
  readonly memoizedProps: unknown;
  readonly return: unknown;
  readonly child: unknown;
  readonly sibling: unknown;
  readonly alternate: unknown;
}

/** The fiber of an element that React made. */
export function fiberOf(element: Element): Fiber | null {
  for (const key of Object.keys(element)) {
    // Each copy of React has a key of its own.
    if (key.startsWith('__reactFiber$')) return asFiber(read(element, key));
  }
  return null;
}

export function asFiber(value: unknown): Fiber | null {
  return isFiber(value) ? value : null;
}

function isFiber(value: unknown): value is Fiber {
  return (
    isObject(value) && typeof read(value, 'tag') === 'number' && 'return' in value && 'alternate' in value
  );
}

/**
 * The fiber itself when it is a component; `undefined` for React's own parts and components without a name. React keeps
 * two fibers for each component and swaps them: the first one seen represents both.
 */
export function componentFiber(fiber: Fiber): Fiber | undefined {
  if (componentName(fiber) === null) return undefined;
  const seen =
    firstSeen.get(fiber) ?? (isFiber(fiber.alternate) ? firstSeen.get(fiber.alternate) : undefined);
  if (seen !== undefined) return seen;
  firstSeen.set(fiber, fiber);
  return fiber;
}

const firstSeen = new WeakMap<Fiber, Fiber>();

function isSame(one: unknown, other: object): boolean {
  return one === other || (isObject(one) && one === read(other, 'alternate'));
}

/** `null` for everything but functions, classes and `forwardRef`; `memo` and `lazy` are named after what they wrap. */
export function componentName(fiber: Fiber): string | null {
  const { type } = fiber;
  const render = typeof type === 'function' ? type : read(type, 'render');
  if (typeof render !== 'function') return null;
  const wrapper = asFiber(fiber.return)?.type;
  const wrapped = read(wrapper, 'type') === type ? wrapper : null;
  const name =
    readString(wrapped, 'displayName') ??
    readString(fiber.elementType, 'displayName') ??
    readString(type, 'displayName') ??
    readString(render, 'displayName') ??
    // Compilers rename what has the name of a variable around it: `const Row = memo(function Row2() {…})`.
    (noteOf(type) ?? noteOf(fiber.elementType) ?? noteOf(wrapped))?.name ??
    readString(render, 'name');
  return name === null || refreshName.test(name) ? null : plainName(name);
}

/** What React's hot updates assign a function without a name to: `forwardRef(_c2 = () => …)`. */
const refreshName = /^_c\d*$/;

/** Of the two fibers the one on the screen: only its props are the current ones. */
export function onScreen(fiber: Fiber): Fiber {
  const path: Fiber[] = [];
  for (let at: Fiber | null = fiber; at !== null; at = asFiber(at.return)) path.push(at);
  let current = asFiber(read(path.pop()?.stateNode, 'current'));
  for (let step = path.pop(); step !== undefined && current !== null; step = path.pop()) {
    const wanted: Fiber = step;
    let child = asFiber(current.child);
    while (child !== null && !isSame(child, wanted)) child = asFiber(child.sibling);
    current = child;
  }
  return current ?? fiber;
}

/** What a component itself wrote: the elements and components from `start` on that it owns, outermost first. */
export function ownedBy(owner: object, start: unknown): Generator<Fiber> {
  return fibersFrom(start, (fiber) => isSame(read(fiber, '_debugOwner'), owner));
}

/** From `start` on, beside it and below, outermost first; nothing of what is inside of those that are left out. */
export function* fibersFrom(
  start: unknown,
  isWanted: (fiber: Fiber) => boolean,
  isLeftOut: (fiber: Fiber) => boolean = () => false,
): Generator<Fiber> {
  const waiting = [asFiber(start)];
  for (let looked = 0; looked < 2_000; looked++) {
    const fiber = waiting.pop();
    if (fiber === undefined) return;
    if (fiber === null) continue;
    waiting.push(asFiber(fiber.sibling));
    if (isLeftOut(fiber)) continue;
    if (isWanted(fiber)) yield fiber;
    waiting.push(asFiber(fiber.child));
  }
}

/** Whether the fiber is the component's outermost element: there is no element between the two. */
export function isRootOf(fiber: Fiber, component: Fiber): boolean {
  for (let at = asFiber(fiber.return); at !== null; at = asFiber(at.return)) {
    if (isSame(at, component)) return true;
    if (typeof at.type === 'string') return false;
  }
  return false;
}

/**
 * The JSX element that this fiber shows, where it can still be found: in the props of what is around it. A fiber keeps
 * the stack it was mounted with, so after a hot update only the element knows where it is written now.
 */
export function freshElement(fiber: Fiber): object | null {
  const current = onScreen(fiber);
  for (let at = asFiber(current.return), up = 0; at !== null && up < 10; at = asFiber(at.return), up++) {
    const found = findElement(at.memoizedProps, current.memoizedProps);
    if (found !== null) return found;
  }
  return null;
}

/** Elements are told by their props object, which the fiber took over. */
function findElement(props: unknown, wanted: unknown): object | null {
  if (!isObject(props) || !isObject(wanted)) return null;
  const waiting: unknown[] = Object.values(props);
  for (let looked = 0; looked < 2_000; looked++) {
    const value = waiting.pop();
    if (value === undefined && waiting.length === 0) return null;
    if (Array.isArray(value)) waiting.push(...(value as unknown[]));
    else if (isObject(value) && '_owner' in value) {
      if (read(value, 'props') === wanted) return value;
      waiting.push(read(read(value, 'props'), 'children'));
    }
  }
  return null;
}

/** A component in the browser; React's note of one on the server, in which what that one wrote has it as its owner. */
export function ownerOf(fiber: object | null): object | null {
  const owner = read(fiber, '_debugOwner') ?? read(fiber, 'owner');
  return isObject(owner) ? owner : null;
}
