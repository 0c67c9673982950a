import { expect, it } from 'vitest';

import { createSchemasWhenRead } from './schemas-when-read.ts';

const sdk = `
const created = [];
function schema(name, ...parts) {
  created.push(name);
  return { name, parts: parts.map(({ name }) => name), lazily: (get) => get().name };
}
function build() {
  const A = schema("A");
  const B = schema("B", A, ...[A].map((each) => each));
  const Alias = A;
  const C = schema("C", { name: A.name, B: "key" });
  return { A: A, BSchema: B, Alias: Alias, Wrapped: schema("Wrapped", B) };
}
let memo;
function buildSchemas2025() {
  return memo ??= build();
}
let maps;
function registryMaps() {
  if (maps) return maps;
  const s = buildSchemas2025();
  maps = { requests: { ping: s.A, "tools/list": s.BSchema }, results: { ping: s.Wrapped } };
  return maps;
}
`;

it('creates a schema and those that it is made of when it is read, each once', () => {
  const { schemas, maps, created } = run(createSchemasWhenRead(sdk));
  expect(created).toEqual([]);
  expect(maps.requests?.['tools/list']).toMatchObject({ name: 'B', parts: ['A', 'A'] });
  expect(created).toEqual(['A', 'B']);
  expect(maps.results?.ping).toBe(schemas.Wrapped);
  expect(schemas.Alias).toBe(schemas.A);
  expect(created).toEqual(['A', 'B', 'Wrapped']);
});

it('returns the same names as before', () => {
  const [before, after] = [run(sdk), run(createSchemasWhenRead(sdk))];
  expect(Object.keys(after.schemas)).toEqual(Object.keys(before.schemas));
  expect(Object.keys(after.maps.requests ?? {})).toEqual(Object.keys(before.maps.requests ?? {}));
});

it('leaves other modules as they are', () => {
  expect(createSchemasWhenRead('const A = schema("A");')).toBe('const A = schema("A");');
});

it.each([
  { name: 'a shorthand', from: 'schema("C", {', to: 'schema("C", { A,' },
  { name: 'a parameter of the same name', from: '(each) => each', to: '(A) => A' },
  { name: 'a statement that is no constant', from: 'const C =', to: 'let C =' },
])('refuses $name, which it does not know', ({ from, to }) => {
  expect(() => createSchemasWhenRead(sdk.replace(from, to))).toThrow('adapt this');
});

interface Built {
  schemas: Record<string, unknown>;
  maps: Record<string, Record<string, unknown>>;
  created: string[];
}

function run(code: string): Built {
  // oxlint-disable-next-line typescript/no-implied-eval, typescript/no-unsafe-call -- the code under test is what the build generates
  const built: unknown = new Function(
    `${code}; return { schemas: buildSchemas2025(), maps: registryMaps(), created };`,
  )();
  return built as Built;
}
