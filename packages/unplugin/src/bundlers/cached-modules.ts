import { readFile } from 'node:fs/promises';

import { findComponents } from '../manifest/find-components.ts';

import type { DevSession } from './dev-session.ts';

/** The parts of a compiler that tell which modules an app has. */
export interface ModuleCompiler {
  readonly hooks: {
    readonly compilation: { tap(name: string, run: (compilation: ModuleCompilation) => void): void };
  };
}

interface ModuleCompilation {
  readonly hooks: {
    readonly finishModules: {
      tapPromise(name: string, run: (modules: Iterable<unknown>) => Promise<void>): void;
    };
  };
}

/** Adds modules to the manifest that came from the bundler's cache on the disk: they are not transformed again. */
export function listCachedModules({ hooks }: ModuleCompiler, { edge, project, registry }: DevSession): void {
  const list = async (module: unknown): Promise<void> => {
    const file = fileOf(module);
    const path = file === null ? null : (project()?.pathOf(file) ?? null);
    if (file === null || path === null || registry.has(path)) return;
    const text = await readFile(file, 'utf8').catch(() => null);
    if (text !== null) registry.set(path, findComponents(path, text));
  };
  const listWhenFinished = (compilation: ModuleCompilation) => {
    const listAll = async (modules: Iterable<unknown>) => {
      await Promise.all([...modules].map(list));
    };
    compilation.hooks.finishModules.tapPromise(
      'annotate',
      edge.guard('components', listAll, () => undefined),
    );
  };
  hooks.compilation.tap(
    'annotate',
    edge.guard('components', listWhenFinished, () => undefined),
  );
}

function fileOf(module: unknown): string | null {
  const file = typeof module === 'object' && module !== null && 'resource' in module ? module.resource : null;
  const isOwn = typeof file === 'string' && ownModules.test(file) && !/[\\/]node_modules[\\/]/.test(file);
  return isOwn ? file : null;
}

const ownModules = /\.(?:[cm]?[jt]s|[jt]sx|vue|svelte)$/;
