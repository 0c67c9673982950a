import { describe, expect, it } from 'vitest';

import { isProduction, describeUnsupportedBuilder } from './build-target.ts';

describe('a build without dev mode', () => {
  it.each([
    ['says nothing, as the default is to optimize', {}, undefined, true],
    ['optimizes everything', { optimization: true }, undefined, true],
    ['optimizes its scripts', { optimization: { scripts: true, styles: false } }, undefined, true],
    ['optimizes its styles only', { optimization: { scripts: false, styles: true } }, undefined, false],
    ['optimizes nothing', { optimization: false }, undefined, false],
    [
      'switches dev mode off itself',
      { optimization: false, define: { ngDevMode: 'false' } },
      undefined,
      true,
    ],
    ['is told so for this server', { optimization: false }, { ngDevMode: 'false' }, true],
    ['defines something else', { optimization: false, define: { VERSION: '"1"' } }, undefined, false],
  ])('%s', (_, build, define, expected) => {
    expect(isProduction(build, define)).toBe(expected);
  });
});

describe('a builder', () => {
  it.each([
    '@angular/build:application',
    '@angular-devkit/build-angular:application',
    '@nx/angular:application',
    '@angular-builders/custom-esbuild:application',
  ])('%s is served', (builder) => {
    expect(describeUnsupportedBuilder(builder)).toBeNull();
  });

  it.each([
    '@angular-devkit/build-angular:browser',
    '@angular-devkit/build-angular:browser-esbuild',
    '@angular-builders/custom-webpack:browser',
  ])('%s is refused, with the command to run', (builder) => {
    expect(describeUnsupportedBuilder(builder)).toContain(builder);
    expect(describeUnsupportedBuilder(builder)).toContain(
      'ng update @angular/cli --name use-application-builder',
    );
  });
});
