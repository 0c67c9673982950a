/**
 * Server components, which are no fibers in the browser. React notes them in development on the fibers of what they
 * rendered, in `_debugInfo`, and as the owner of what they wrote.
 */
import { isObject, plainName, read, readString } from './foreign.ts';
import { asFiber, componentFiber, type Fiber } from './react-fiber.ts';

export interface ServerComponent {
  /** React's note. What the component wrote has it as its owner. */
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
  // Server components are around the fiber that they rendered, also when it is a component.
  const around = isServerComponent(component) ? servers.indexOf(component) + 1 : 0;
  return servers[around] ?? componentFrom(fiber.return);
}

/** The props that React sent along; in place of those that are too large it sends a sentence about that. */
export function serverProps({ info }: ServerComponent): Record<string, unknown> {
  const props = read(info, 'props');
  const entries = isObject(props) ? Object.entries(props) : [];
  return Object.fromEntries(entries.map(([key, value]) => [key, isOmitted(value) ? '[omitted]' : value]));
}

function isOmitted(value: unknown): boolean {
  return typeof value === 'string' && value.startsWith('This object has been omitted by React');
}

/** Those that rendered this very fiber, innermost first. Other entries of `_debugInfo` are times and awaited values. */
function serverComponentsOf(fiber: Fiber): ServerComponent[] {
  const entries = read(fiber, '_debugInfo');
  if (!Array.isArray(entries)) return [];
  return (entries as unknown[])
    .filter(isObject)
    .flatMap((info) => {
      const name = readString(info, 'name');
      return name === null || !('env' in info) ? [] : [known(info, plainName(name), fiber)];
    })
    .reverse();
}

/** A component that rendered several elements is noted on each of them; a router may show what it rendered once more. */
function known(info: object, name: string, rendered: Fiber): ServerComponent {
  const component = seen.get(info) ?? { info, name, rendered };
  component.rendered = rendered;
  seen.set(info, component);
  return component;
}

const seen = new WeakMap<object, ServerComponent>();
