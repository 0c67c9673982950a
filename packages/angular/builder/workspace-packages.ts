/** Finds Angular and TypeScript as installed in the workspace, which may differ from those next to this package. */
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';

import type { executeDevServerBuilder } from '@angular/build';
import type typescript from 'typescript';

export type TypeScript = typeof typescript;
export type ExecuteDevServer = typeof executeDevServerBuilder;

export interface WorkspacePackages {
  /** Loads it with the first call, because it reads some of the environment only then. */
  readonly loadDevServer: () => ExecuteDevServer;
  readonly typescript: () => TypeScript;
  /** The version of `@angular/compiler-cli`, such as `22.1.0`; `null` where it is unknown. */
  readonly compilerVersion: () => string | null;
  /** `@angular/compiler`, the very module that the compiler of Angular's dev server uses; `null` where it is not found. */
  readonly compiler: () => Promise<object | null>;
}

/** `null` where `@angular/build` is not installed. */
export function findPackages(workspaceRoot: string): WorkspacePackages | null {
  const build = findBuild(workspaceRoot);
  if (build === null) return null;
  // TypeScript and the compiler are peer dependencies of @angular/build, so they are resolved from there.
  const require = createRequire(build);
  return {
    loadDevServer: () =>
      (require(build) as { executeDevServerBuilder: ExecuteDevServer }).executeDevServerBuilder,
    typescript: () => require('typescript') as TypeScript,
    compilerVersion: () => versionIn(require, '@angular/compiler-cli/package.json'),
    compiler: () => importCompiler(require),
  };
}

function findBuild(workspaceRoot: string): string | null {
  const require = createRequire(join(workspaceRoot, 'package.json'));
  // Without hoisting it can only be resolved from @angular-devkit/build-angular.
  const devkit = tryResolve(require, '@angular-devkit/build-angular/package.json');
  return (
    tryResolve(require, '@angular/build') ??
    (devkit === null ? null : tryResolve(createRequire(devkit), '@angular/build')) ??
    tryResolve(createRequire(import.meta.url), '@angular/build')
  );
}

async function importCompiler(require: NodeJS.Require): Promise<object | null> {
  const cli = tryResolve(require, '@angular/compiler-cli/package.json');
  const compiler = cli === null ? null : tryResolve(createRequire(cli), '@angular/compiler');
  return compiler === null ? null : ((await import(pathToFileURL(compiler).href)) as object);
}

function tryResolve(require: NodeJS.Require, name: string): string | null {
  try {
    return require.resolve(name);
  } catch {
    // It is not installed there.
    return null;
  }
}

function versionIn(require: NodeJS.Require, packageJson: string): string | null {
  const file = tryResolve(require, packageJson);
  if (file === null) return null;
  const { version } = require(file) as { version?: unknown };
  return typeof version === 'string' ? version : null;
}
