/**
 * Server components, which are no fibers in the browser. React notes them in development on the fibers of what they
 * rendered, in `_debugInfo`, and as the owner of what they wrote.
 */
import { isObject, plainName, read, readString } from './foreign.ts';
import { asFiber, componentFiber, type Fiber, fibersFrom, onScreen, ownedBy } from './react-fiber.ts';

export interface ServerComponent {
  /** React's note, as it was first seen. What the component wrote has it, or one that came after it, as its owner. */
  readonly info: object;
  readonly name: string;
  /** A fiber of what it rendered, as it was last seen. */
  rendered: Fiber;
}

export type ReactComponent = Fiber | ServerComponent;

export function isServerComponent(component: ReactComponent): component is ServerComponent {
  return 'info' in component;
}

/** This component or the nearest one around it, in the browser or on the server. */
export function componentFrom(start: unknown): ReactComponent | null {
  for (let fiber = asFiber(start); fiber !== null; fiber = asFiber(fiber.return)) {
    const component = componentFiber(fiber) ?? serverComponentsOf(fiber)[0];
    if (component !== undefined) return component;
  }
  return null;
}

export function componentAround(component: ReactComponent): ReactComponent | null {
  const fiber = isServerComponent(component) ? component.rendered : component;
  const servers = serverComponentsOf(fiber);
  // Server components are around the fiber that they rendered, even when it is a component.
  const around = isServerComponent(component) ? servers.indexOf(component) + 1 : 0;
  return servers[around] ?? componentFrom(fiber.return);
}

/**
 * What the component itself wrote. After a hot update the server has sent a new note of it, while a fiber that has not
 * changed may have the earlier one as its owner: that one has the same name.
 */
export function* writtenOnServer(component: ServerComponent): Generator<Fiber> {
  const start = onScreen(component.rendered);
  yield* ownedBy(component.info, start);
  const isNamesakes = (fiber: Fiber) =>
    serverComponentsOf(fiber).some((each) => each !== component && each.name === component.name);
  const isEarlier = (fiber: Fiber) => {
    const owner = read(fiber, '_debugOwner');
    return owner !== component.info && isNoteOf(owner, component);
  };
  yield* fibersFrom(start, isEarlier, isNamesakes);
}

/** Whether this is React's note of the component, or one from before a hot update. */
export function isNoteOf(note: unknown, { info, name }: ServerComponent): boolean {
  if (note === info) return true;
  return isObject(note) && 'env' in note && plainName(readString(note, 'name') ?? '') === name;
}

/** The props that React sent along; in place of those that are too large it sends a sentence about that. */
export function serverProps(component: ServerComponent): Record<string, unknown> {
  const props = read(currentNote(component), 'props');
  const entries = isObject(props) ? Object.entries(props) : [];
  return Object.fromEntries(entries.map(([key, value]) => [key, isOmitted(value) ? '[omitted]' : value]));
}

function isOmitted(value: unknown): boolean {
  return typeof value === 'string' && value.startsWith('This object has been omitted by React');
}

/** React's note of the component as of the last answer of the server. */
export function currentNote({ info, name, rendered }: ServerComponent): object {
  const namesakes = notesOn(onScreen(rendered)).filter((note) => note.name === name);
  const [note] = namesakes;
  return note !== undefined && namesakes.length === 1 ? note.info : info;
}

/** Those that rendered this very fiber, innermost first. */
function serverComponentsOf(fiber: Fiber): ServerComponent[] {
  // After a hot update React has the new notes on one of the two fibers, and elements may lead to the other one.
  const twins = notesOn(read(fiber, 'alternate'));
  return notesOn(fiber)
    .map((note, at) => known(note, fiber, twins[at]))
    .reverse();
}

interface ServerNote {
  readonly info: object;
  readonly name: string;
}

/** Outermost first. Other entries of `_debugInfo` are times and awaited values. */
function notesOn(fiber: unknown): ServerNote[] {
  const entries = read(fiber, '_debugInfo');
  if (!Array.isArray(entries)) return [];
  return (entries as unknown[]).filter(isObject).flatMap((info) => {
    const name = readString(info, 'name');
    return name === null || !('env' in info) ? [] : [{ info, name: plainName(name) }];
  });
}

/** A component that rendered several elements is noted on each of them; a router may show what it rendered once more. */
function known({ info, name }: ServerNote, rendered: Fiber, twin: ServerNote | undefined): ServerComponent {
  const before = twin?.name === name ? seen.get(twin.info) : undefined;
  const component = seen.get(info) ?? before ?? { info, name, rendered };
  component.rendered = rendered;
  seen.set(info, component);
  return component;
}

const seen = new WeakMap<object, ServerComponent>();
