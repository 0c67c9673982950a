import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';

import { describe, expect, it } from 'vitest';

import type { AnnotateOptions } from './options.ts';

const require = createRequire(import.meta.url);

function read(file: string): Record<string, unknown> & { properties: Record<string, object> } {
  return JSON.parse(readFileSync(file, 'utf8')) as ReturnType<typeof read>;
}

const angularBuild = dirname(require.resolve('@angular/build/package.json'));
const angular = read(join(angularBuild, 'src/builders/dev-server/schema.json'));
const ours = read(join(import.meta.dirname, 'schema.json'));
const { annotate, ...inherited } = ours.properties;

const options: Record<keyof AnnotateOptions, true> = {
  store: true,
  root: true,
  theme: true,
  keys: true,
  captureErrors: true,
  review: true,
  network: true,
  token: true,
  allowedOrigins: true,
};

describe('the schema of the dev server', () => {
  it("has every option of Angular's, with the same type, default and description", () => {
    expect(inherited).toEqual(angular.properties);
  });

  it('has the same required and forbidden options', () => {
    expect(ours.required).toEqual(angular.required);
    expect(ours.additionalProperties).toBe(angular.additionalProperties);
  });

  it('has one option of its own, with a name that Angular does not use', () => {
    expect(annotate).toMatchObject({ type: 'object', additionalProperties: false });
    expect(angular.properties).not.toHaveProperty('annotate');
  });

  it('lists exactly the options that the code reads', () => {
    const { properties } = annotate as { properties: object };
    expect(Object.keys(properties).sort()).toEqual(Object.keys(options).sort());
  });

  it('is found by builders.json in the build', () => {
    const folder = join(import.meta.dirname, '..');
    const { builders } = JSON.parse(readFileSync(join(folder, 'builders.json'), 'utf8')) as {
      builders: { 'dev-server': { implementation: string; schema: string } };
    };
    expect(read(join(folder, builders['dev-server'].schema))).toEqual(ours);
    const loaded = require(join(folder, builders['dev-server'].implementation)) as { default: object };
    // Architect loads it like this, also on Node versions that are too old for the store.
    expect(Object.getOwnPropertySymbols(loaded.default).map(String)).toContain(
      'Symbol(@angular-devkit/architect:builder)',
    );
  });
});
