import { describe, expect, it } from 'vitest';

import { createRouter } from './router.ts';
import { findRoute, type Route, type RouteKind } from './routes.ts';

const handle = (): void => undefined;
const upgrade = (): void => undefined;
const routes: Route[] = [
  { prefix: '/__annotate', policy: 'page', handle },
  { path: '/__annotate', policy: 'page', upgrade },
  { prefix: '/__annotate/api', policy: 'page', handle },
  { path: '/mcp', policy: 'mcp', handle },
  { path: '/', policy: 'extension', upgrade },
];

interface Row {
  name: string;
  target: string;
  kind?: RouteKind;
  expected: Route | undefined;
}

const rows: Row[] = [
  { name: 'an exact path', target: '/mcp', expected: routes[3] },
  { name: 'an exact path with a query', target: '/mcp?x=/y', expected: routes[3] },
  { name: 'nothing below an exact path', target: '/mcp/', expected: undefined },
  { name: 'a prefix', target: '/__annotate/manifest', expected: routes[0] },
  { name: 'the longer of two prefixes', target: '/__annotate/api/x', expected: routes[2] },
  { name: 'the prefix itself by plain request', target: '/__annotate', expected: routes[0] },
  { name: 'the same path by upgrade', target: '/__annotate', kind: 'upgrade', expected: routes[1] },
  { name: 'a place without such a handler, when there is no other', target: '/', expected: routes[4] },
  { name: 'nothing that merely starts alike', target: '/__annotate-x', expected: undefined },
  { name: 'nothing in other case', target: '/MCP', expected: undefined },
  { name: 'nothing behind an encoding', target: '/%6dcp', expected: undefined },
  { name: 'nothing behind dot segments', target: '/x/../mcp', expected: undefined },
  { name: 'nothing behind a double slash', target: '//mcp', expected: undefined },
  { name: 'the path of an absolute target', target: 'http://evil.example/mcp', expected: routes[3] },
  { name: 'nothing for the asterisk', target: '*', expected: undefined },
];

describe('a route', () => {
  it.each(rows)('is found for $name', ({ target, kind = 'handle', expected }) => {
    expect(findRoute(routes, kind, [target])?.route).toBe(expected);
  });

  it.each([
    { name: 'does not start with a slash', route: { path: 'mcp' } },
    { name: 'is a prefix that ends with one', route: { prefix: '/mcp/' } },
    { name: 'would take the whole server', route: { prefix: '/' } },
  ])('that $name is refused when the router is made', ({ route }) => {
    const wrong = { ...route, policy: 'mcp', handle } as const;
    expect(() => createRouter({ routes: [wrong], onError: handle })).toThrow(/cannot be matched/);
  });
});
