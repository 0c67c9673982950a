/**
 * The edge between annotate and the app. Whatever of ours runs inside a dev server runs behind it: what throws, rejects
 * or never ends is left out, one line in the terminal says which part is off and why, `doctor` repeats the line, and the
 * app goes on.
 */
import { isRecord } from '@annotate-mcp/core';
import type { Middleware, Router } from '@annotate-mcp/http';
import { readOffParts, recordOffParts } from '@annotate-mcp/store/off-parts';

import { withPatience } from './patience.ts';

/** What can be off while the rest works, in the words of the line. */
const offParts = {
  all: 'annotate is',
  lines: 'source lines are',
  astroLines: 'source lines for Astro are',
  htmlLines: 'source lines for HTML are',
  markdownLines: 'source lines for Markdown are',
  mdxLines: 'source lines for MDX are',
  svelteLines: 'source lines for Svelte are',
  vueLines: 'source lines for Vue are',
  templateLines: 'lines of templates are',
  components: 'names of components are',
  page: 'the script in pages is',
  virtualModule: 'the module virtual:annotate is',
  hints: 'hints in the terminal are',
} as const;

export type OffPart = keyof typeof offParts;

export interface EdgeOptions {
  /** Prints one line. */
  readonly logError: (line: string) => void;
  /** The project root, where `doctor` looks; `null` while it is not known. */
  readonly root: () => string | null;
  /** How long a promise may take while the process is not busy. Default: 30 seconds. */
  readonly patienceMs?: number;
}

export interface Edge {
  /** Says that a part is off. `where` is the one file or hook that failed. Only the first line of a part is printed. */
  readonly off: (part: OffPart, error: unknown, where?: string) => void;
  /** A dev server starts: `doctor` forgets what an earlier one in this process had off. */
  readonly begin: () => void;
  /** Runs `work`. If it fails, the part is off and the result is that of `instead`. */
  readonly run: <Result>(
    part: OffPart,
    work: () => Result,
    instead: () => NoInfer<Awaited<Result>>,
  ) => Result;
  /** A function that can replace another one, with the same `this` and arguments, and never fails. */
  readonly guard: <This, Args extends unknown[], Result>(
    part: OffPart,
    call: (this: This, ...args: Args) => Result,
    instead: (this: This, ...args: Args) => NoInfer<Awaited<Result>>,
  ) => (this: This, ...args: Args) => Result;
  /** The same plugin or integration with all its hooks guarded. A hook that fails returns nothing, which says: as before. */
  readonly guardHooks: <Hooks extends object>(part: OffPart, hooks: Hooks) => Hooks;
  /** A request goes on to the app if ours fails before it has passed it on. */
  readonly guardMiddleware: (part: OffPart, middleware: Middleware) => Middleware;
}

export function createEdge(options: EdgeOptions): Edge {
  const { patienceMs = defaultPatienceMs } = options;
  const { report, begin } = createReport(options);

  const run: Edge['run'] = (part, work, instead) => settle(part, undefined, work, instead);
  const settle = <Result>(
    part: OffPart,
    where: string | undefined,
    work: () => Result,
    instead: () => Awaited<Result>,
  ): Result => {
    try {
      const result = work();
      if (!isThenable(result)) return result;
      // Node ends the process for a rejection that nothing handles, even when what follows here fails.
      result.then(undefined, () => undefined);
      const settled = withPatience(result, patienceMs, tooLateError).catch((error: unknown) => {
        report(part, error, where);
        return instead();
      });
      // The caller gets a promise as before, of the same value.
      return settled as Result;
    } catch (error) {
      report(part, error, where);
      return instead();
    }
  };
  const guard: Edge['guard'] = (part, call, instead) =>
    function (...args) {
      return settle(
        part,
        undefined,
        () => call.apply(this, args),
        () => instead.apply(this, args),
      );
    };
  return {
    off: report,
    begin,
    run,
    guard,
    guardHooks: (part, hooks) =>
      guardHooks(hooks, (name, call) => {
        const guarded: AnyFunction = function (...args) {
          return settle(
            part,
            name,
            () => call.apply(this, args),
            () => undefined,
          );
        };
        return guarded;
      }),
    guardMiddleware: (part, middleware) => (request, response, next) => {
      const progress = { isPassedOn: false };
      const passOn = () => {
        progress.isPassedOn = true;
        next();
      };
      try {
        middleware(request, response, passOn);
      } catch (error) {
        // From here on it is the app that fails.
        if (progress.isPassedOn) throw error;
        report(part, error);
        next();
      }
    },
  };
}

type AnyFunction = (this: unknown, ...args: unknown[]) => unknown;

/** The same object with each of its functions, and each `handler` of an object, replaced. */
function guardHooks<Hooks extends object>(
  hooks: Hooks,
  guardHook: (name: string, call: AnyFunction) => AnyFunction,
): Hooks {
  const entries = Object.entries(hooks).map(([name, hook]: [string, unknown]) => {
    if (isFunction(hook)) return [name, guardHook(name, hook)] as const;
    const handler = isRecord(hook) ? hook.handler : undefined;
    return [
      name,
      isFunction(handler) ? Object.assign({}, hook, { handler: guardHook(name, handler) }) : hook,
    ] as const;
  });
  return Object.assign({}, hooks, Object.fromEntries(entries));
}

function isFunction(value: unknown): value is AnyFunction {
  return typeof value === 'function';
}

function isThenable<Value>(value: Value): value is Value & PromiseLike<Awaited<Value>> {
  return typeof value === 'object' && value !== null && 'then' in value && isFunction(value.then);
}

/** A router whose errors reach no server: a request that ours cannot look at is the app's. */
export function guardRouter(router: Router, edge: Pick<Edge, 'off'>): Router {
  return {
    options: router.options,
    find: (kind, targets) => {
      try {
        return router.find(kind, targets);
      } catch (error) {
        edge.off('all', error);
        return null;
      }
    },
    handle: async (match, request, response) => {
      try {
        await router.handle(match, request, response);
      } catch (error) {
        edge.off('all', error);
        response.destroy();
      }
    },
    upgrade: async (match, request, socket, head) => {
      try {
        await router.upgrade(match, request, socket, head);
      } catch (error) {
        edge.off('all', error);
        socket.destroy();
      }
    },
  };
}

/** Longer than the process of a hub takes to start on a machine that has too much to do. */
const defaultPatienceMs = 30_000;

function tooLateError(ms: number): Error {
  return new Error(`It did not end within ${ms / 1_000} seconds.`);
}

function createReport({ logError, root }: EdgeOptions): { report: Edge['off']; begin: () => void } {
  const said = new Map<OffPart, string>();
  const record = (): void => {
    const folder = root();
    if (folder !== null) recordOffParts(folder, [...said.values()]);
  };
  const attempt = (step: () => void): void => {
    try {
      step();
    } catch {
      // Where not even this can be said, the app still goes on.
    }
  };
  return {
    begin: () => attempt(record),
    report: (part, error, where) => {
      // Where nothing of annotate runs, no part of it needs a line of its own.
      if (said.has(part) || said.has('all')) return;
      const line = describeOffPart(part, error, where);
      said.set(part, line);
      attempt(() => {
        if (!isSaidElsewhere(line, root())) logError(`${line} · npx annotate-mcp doctor`);
      });
      attempt(record);
    },
  };
}

/** Bundlers run loaders in several processes, of which each meets the same fault. */
function isSaidElsewhere(line: string, root: string | null): boolean {
  return root !== null && readOffParts(root, { exceptOwn: true }).includes(line);
}

/** Without the hint at `doctor`, which shows this line itself. */
function describeOffPart(part: OffPart, error: unknown, where?: string): string {
  const subject = part === 'all' ? offParts.all : `annotate: ${offParts[part]}`;
  // An error with a hint is one that we know, and the hint says more than a place in the code.
  const place = where === undefined || hasHint(error) ? '' : ` (${where})`;
  return `${subject} off: ${describe(error)}${place}`;
}

/** What a person can read of anything that was thrown, on one line. */
function describe(error: unknown): string {
  const text = textOf(error).split('\n', 1)[0]?.trim() ?? '';
  return text.length > longest ? `${text.slice(0, longest)}…` : text;
}

const longest = 500;

function hasHint(error: unknown): boolean {
  return isRecord(error) && typeof error.hint === 'string';
}

function textOf(error: unknown): string {
  try {
    if (!isRecord(error)) return `${String(error)} was thrown.`;
    // The hub is another process, so its errors are of no class of ours.
    const { message, hint } = error;
    const text = typeof message === 'string' && message !== '' ? message : 'An error without a message.';
    return typeof hint === 'string' ? `${text} ${hint}` : text;
  } catch {
    // A thrown object may refuse to be read.
    return 'An unreadable error was thrown.';
  }
}
