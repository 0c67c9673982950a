/** Angular and TypeScript as the workspace has them, which need not be those that this package would find by itself. */
import { createRequire } from 'node:module';
import { join } from 'node:path';

import type { executeDevServerBuilder } from '@angular/build';
import type typescript from 'typescript';

export type TypeScript = typeof typescript;
export type ExecuteDevServer = typeof executeDevServerBuilder;

export interface WorkspacePackages {
  readonly executeDevServer: ExecuteDevServer;
  readonly typescript: () => TypeScript;
  /** Of `@angular/compiler-cli`, such as `22.1.0`; `null` where it cannot be told. */
  readonly compilerVersion: () => string | null;
}

/** `null` where `@angular/build` is not installed. */
export function findPackages(workspaceRoot: string): WorkspacePackages | null {
  const build = findBuild(workspaceRoot);
  if (build === null) return null;
  // TypeScript and the compiler are peers of @angular/build, so that is from where the right ones are found.
  const require = createRequire(build);
  const { executeDevServerBuilder: executeDevServer } = require(build) as {
    executeDevServerBuilder: ExecuteDevServer;
  };
  return {
    executeDevServer,
    typescript: () => require('typescript') as TypeScript,
    compilerVersion: () => versionIn(require, '@angular/compiler-cli/package.json'),
  };
}

function findBuild(workspaceRoot: string): string | null {
  const require = createRequire(join(workspaceRoot, 'package.json'));
  // Package managers that do not hoist keep it where only @angular-devkit/build-angular sees it.
  const devkit = resolved(require, '@angular-devkit/build-angular/package.json');
  return (
    resolved(require, '@angular/build') ??
    (devkit === null ? null : resolved(createRequire(devkit), '@angular/build')) ??
    resolved(createRequire(import.meta.url), '@angular/build')
  );
}

function resolved(require: NodeJS.Require, name: string): string | null {
  try {
    return require.resolve(name);
  } catch {
    // Not installed there, which the caller has an answer for.
    return null;
  }
}

function versionIn(require: NodeJS.Require, packageJson: string): string | null {
  const file = resolved(require, packageJson);
  if (file === null) return null;
  const { version } = require(file) as { version?: unknown };
  return typeof version === 'string' ? version : null;
}
