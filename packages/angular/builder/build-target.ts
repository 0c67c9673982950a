/** What is served: the build target that the dev server takes its options from. */
import { type BuilderContext, type Target, targetFromTargetString } from '@angular-devkit/architect';

import type { DevServerOptions } from './options.ts';

export interface BuildTarget {
  /** From the workspace's folder. */
  readonly tsConfig: string | null;
  readonly baseHref: string | null;
  /** Without Angular's dev mode there is nothing to inspect, and nobody wants to be asked. */
  readonly isDevelopment: boolean;
}

export async function readBuildTarget(
  options: DevServerOptions,
  context: BuilderContext,
): Promise<BuildTarget> {
  const target = targetOf(options, context);
  const builder = await context.getBuilderNameForTarget(target);
  // With the schema's defaults: a build without a word about `optimization` is an optimized one.
  const build = await context.validateOptions(await context.getTargetOptions(target), builder);
  return {
    tsConfig: textIn(build, 'tsConfig'),
    baseHref: textIn(build, 'baseHref'),
    isDevelopment: !isProduction(build, options.define),
  };
}

/** `null` when the dev server can serve what the target's builder builds, else why not and what to do. */
export async function refuseBuilder(
  options: DevServerOptions,
  context: BuilderContext,
): Promise<string | null> {
  return refusalFor(await context.getBuilderNameForTarget(targetOf(options, context)));
}

export function refusalFor(builder: string): string | null {
  const name = builder.split(':').at(-1) ?? '';
  if (!['browser', 'browser-esbuild', 'server'].includes(name)) return null;
  return (
    `@annotate-mcp/angular:dev-server serves apps of the application builder, and this one is built by ${builder}. ` +
    'Run `ng update @angular/cli --name use-application-builder`, then `ng serve` again. ' +
    'To serve it as it is, set "builder" of the serve target back to "@angular-devkit/build-angular:dev-server".'
  );
}

function targetOf({ buildTarget }: DevServerOptions, { target }: BuilderContext): Target {
  return targetFromTargetString(buildTarget, target?.project, 'build');
}

/** By Angular's own rule for when `ngDevMode` is `false`. `define` is that of the dev server. */
export function isProduction(build: Readonly<Record<string, unknown>>, define: unknown): boolean {
  return optimizesScripts(build.optimization) || [build.define, define].some(switchesOffDevMode);
}

function optimizesScripts(optimization: unknown): boolean {
  if (typeof optimization !== 'object' || optimization === null) return optimization !== false;
  return 'scripts' in optimization && optimization.scripts === true;
}

function switchesOffDevMode(define: unknown): boolean {
  if (typeof define !== 'object' || define === null) return false;
  return 'ngDevMode' in define && define.ngDevMode === 'false';
}

function textIn(options: Readonly<Record<string, unknown>>, name: string): string | null {
  const value = options[name];
  return typeof value === 'string' && value !== '' ? value : null;
}
