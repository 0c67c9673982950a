import { mkdtempSync, readdirSync, realpathSync, rmSync } from 'node:fs';
import { createServer } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { describe, expect, it, onTestFinished } from 'vitest';

import type { Middleware } from '@annotate-mcp/http';
import { readOffParts } from '@annotate-mcp/store/off-parts';

import { createEdge, guardRouter, type OffPart } from './edge.ts';

function createProject(): string {
  const root = realpathSync(mkdtempSync(join(tmpdir(), 'annotate edge ')));
  onTestFinished(() => rmSync(root, { recursive: true, force: true }));
  return root;
}

function edgeIn(root: string | null, patienceMs = 10_000) {
  const lines: string[] = [];
  const edge = createEdge({ logError: (line) => lines.push(line), root: () => root, patienceMs });
  return { edge, lines };
}

const unreadable = {
  get message(): string {
    throw new Error('not even this');
  },
};

describe('a fault', () => {
  it.each<{ name: string; work: () => unknown; said: string }>([
    {
      name: 'an error',
      work: () => {
        throw new Error('it broke\n    with details');
      },
      said: 'it broke',
    },
    { name: 'a rejection', work: async () => Promise.reject(new Error('later')), said: 'later' },
    {
      name: 'an error with a hint',
      work: () => {
        throw Object.assign(new Error('No store.'), { hint: 'Make one.' });
      },
      said: 'No store. Make one.',
    },
    {
      name: 'a text',
      work: () => {
        throw 'a text' as unknown;
      },
      said: 'a text was thrown.',
    },
    {
      name: 'an object that cannot be read',
      work: () => {
        throw unreadable as unknown;
      },
      said: 'An unreadable error was thrown.',
    },
    {
      name: 'a promise that never ends',
      work: () => new Promise(() => undefined),
      said: 'It did not end within 0.01 seconds.',
    },
  ])('that is $name gives the result of the other way, and one line', async ({ work, said }) => {
    const root = createProject();
    const { edge, lines } = edgeIn(root, 10);
    const run = () => edge.run<unknown>('mdxLines', work, () => 'as before');
    expect(await run()).toBe('as before');
    expect(await run()).toBe('as before');
    expect(lines).toEqual([`annotate: source lines for MDX are off: ${said} · npx annotate-mcp doctor`]);
    expect(readOffParts(root)).toEqual([`annotate: source lines for MDX are off: ${said}`]);
  });

  it('leaves a result that is no promise one that is none', () => {
    const { edge, lines } = edgeIn(null);
    expect(
      edge.run(
        'lines',
        () => 3,
        () => 4,
      ),
    ).toBe(3);
    expect(lines).toEqual([]);
  });

  it('is said although the terminal, or the folder of the project, cannot be written to', () => {
    const edge = createEdge({
      logError: () => {
        throw new Error('no terminal');
      },
      root: () => '/no/such/folder',
    });
    edge.off('all', new Error('x'));
    expect(readdirSync('/')).not.toContain('no');
  });

  it('is forgotten by doctor when the dev server starts again', () => {
    const root = createProject();
    edgeIn(root).edge.off('lines', 'a');
    expect(readOffParts(root)).toEqual(['annotate: source lines are off: a was thrown.']);
    edgeIn(root).edge.begin();
    expect(readOffParts(root)).toEqual([]);
  });
});

describe('hooks', () => {
  it('are called as before, with their own this', () => {
    const { edge } = edgeIn(null);
    const hooks = {
      name: 'a',
      call(this: { size: number }, by: number) {
        return this.size * by;
      },
      transform: { order: 'pre', handler: (code: string) => `${code}!` },
    };
    const guarded = edge.guardHooks('lines', hooks);
    expect(guarded.call.call({ size: 2 }, 3)).toBe(6);
    expect(guarded.transform).toMatchObject({ order: 'pre' });
    expect(guarded.transform.handler('a')).toBe('a!');
    expect(guarded.name).toBe('a');
  });

  it('that fail return nothing, and the line names the first', () => {
    const { edge, lines } = edgeIn(null);
    const fail = () => {
      throw new Error('x');
    };
    const guarded = edge.guardHooks('vueLines', { load: fail, transform: { handler: fail } });
    expect([guarded.transform.handler(), guarded.load()]).toEqual([undefined, undefined]);
    expect(lines).toEqual([
      'annotate: source lines for Vue are off: x (transform) · npx annotate-mcp doctor',
    ]);
  });
});

describe('a request', () => {
  const serve = async (middleware: Middleware, app: () => string) => {
    const errors: unknown[] = [];
    const server = createServer((request, response) => {
      try {
        middleware(request, response, () => void response.end(app()));
      } catch (error) {
        errors.push(error);
        response.end('failed');
      }
    });
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    onTestFinished(() => void server.close());
    const address = server.address();
    const port = typeof address === 'object' ? (address?.port ?? 0) : 0;
    const text = await (await fetch(`http://127.0.0.1:${port}/`)).text();
    return { text, errors };
  };

  it('goes on to the app when ours fails', async () => {
    const { edge, lines } = edgeIn(null);
    const failing: Middleware = () => {
      throw new Error('ours');
    };
    expect(await serve(edge.guardMiddleware('page', failing), () => 'of the app')).toMatchObject({
      text: 'of the app',
    });
    expect(lines).toEqual(['annotate: the script in pages is off: ours · npx annotate-mcp doctor']);
  });

  it('fails as before when the app fails behind ours', async () => {
    const { edge, lines } = edgeIn(null);
    const passing: Middleware = (_request, _response, next) => next();
    const app = () => {
      throw new Error('theirs');
    };
    const { errors } = await serve(edge.guardMiddleware('page', passing), app);
    expect(errors.map(String)).toEqual(['Error: theirs']);
    expect(lines).toEqual([]);
  });

  it('that the router cannot look at is of the app', () => {
    const off: [OffPart, unknown][] = [];
    const router = {
      options: { routes: [], onError: () => undefined },
      find: () => {
        throw new Error('no address');
      },
      handle: () => Promise.resolve(),
      upgrade: () => Promise.resolve(),
    };
    const guarded = guardRouter(router, { off: (part, error) => off.push([part, error]) });
    expect(guarded.find('handle', ['/'])).toBeNull();
    expect(off).toEqual([['all', new Error('no address')]]);
  });
});
