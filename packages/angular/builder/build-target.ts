/** Reads the build target whose output the dev server serves. */
import { posix } from 'node:path';

import { type BuilderContext, type Target, targetFromTargetString } from '@angular-devkit/architect';

import type { DevServerOptions } from './options.ts';

export interface BuildTarget {
  /** Relative to the workspace folder. */
  readonly tsConfig: string | null;
  readonly baseHref: string | null;
  /** Without Angular's dev mode components cannot be inspected, so annotate is off. */
  readonly isDevelopment: boolean;
  /** Folders whose files are served as they are: relative to the workspace, and where they begin in an address. */
  readonly assets: readonly { readonly folder: string; readonly at: string }[];
}

export async function readBuildTarget(
  options: DevServerOptions,
  context: BuilderContext,
): Promise<BuildTarget> {
  const target = targetOf(options, context);
  const builder = await context.getBuilderNameForTarget(target);
  // With the schema's defaults, because a build without the option `optimization` is optimized.
  const build = await context.validateOptions(await context.getTargetOptions(target), builder);
  return {
    tsConfig: textIn(build, 'tsConfig'),
    baseHref: textIn(build, 'baseHref'),
    isDevelopment: !isProduction(build, options.define),
    assets: assetsIn(build),
  };
}

/** An asset is a path, or a pattern for what is below one. */
function assetsIn({ assets }: Readonly<Record<string, unknown>>): BuildTarget['assets'] {
  if (!Array.isArray(assets)) return [];
  return assets.flatMap((asset: unknown) => {
    if (typeof asset === 'string') return [{ folder: asset, at: posix.basename(asset) }];
    if (typeof asset !== 'object' || asset === null) return [];
    const input = 'input' in asset ? asset.input : undefined;
    const output = 'output' in asset ? asset.output : undefined;
    return typeof input === 'string' ? [{ folder: input, at: typeof output === 'string' ? output : '' }] : [];
  });
}

/** `null` when the dev server can serve the output of the target's builder, else the reason and what to do. */
export async function findUnsupportedBuilder(
  options: DevServerOptions,
  context: BuilderContext,
): Promise<string | null> {
  return describeUnsupportedBuilder(await context.getBuilderNameForTarget(targetOf(options, context)));
}

export function describeUnsupportedBuilder(builder: string): string | null {
  const name = builder.split(':').at(-1) ?? '';
  if (!['browser', 'browser-esbuild', 'server'].includes(name)) return null;
  return (
    `@annotate-mcp/angular:dev-server supports only the application builder, and this app uses ${builder}. ` +
    'Run `ng update @angular/cli --name use-application-builder`, then `ng serve` again. ' +
    'To serve the app without annotate, set "builder" of the serve target to "@angular-devkit/build-angular:dev-server".'
  );
}

function targetOf({ buildTarget }: DevServerOptions, { target }: BuilderContext): Target {
  return targetFromTargetString(buildTarget, target?.project, 'build');
}

/** Follows Angular's rule for when `ngDevMode` is `false`. `define` is the option of the dev server. */
export function isProduction(build: Readonly<Record<string, unknown>>, define: unknown): boolean {
  return optimizesScripts(build.optimization) || [build.define, define].some(disablesDevMode);
}

function optimizesScripts(optimization: unknown): boolean {
  if (typeof optimization !== 'object' || optimization === null) return optimization !== false;
  return 'scripts' in optimization && optimization.scripts === true;
}

function disablesDevMode(define: unknown): boolean {
  if (typeof define !== 'object' || define === null) return false;
  return 'ngDevMode' in define && define.ngDevMode === 'false';
}

function textIn(options: Readonly<Record<string, unknown>>, name: string): string | null {
  const value = options[name];
  return typeof value === 'string' && value !== '' ? value : null;
}
