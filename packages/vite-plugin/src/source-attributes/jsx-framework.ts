import { readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';

import type { ResolvedConfig } from 'vite';

/**
 * Whether JSX in this app needs attributes to be found again. React keeps the place of every element itself, and its
 * elements are left as people wrote them; Solid, Preact and the like keep nothing.
 */
export function usesOtherJsx(config: ResolvedConfig): boolean {
  const source = configuredSource(config);
  if (source !== null) return source !== 'react';
  const dependencies = dependenciesAround(config.root);
  const react = dependencies.get('react');
  // `react: npm:@preact/compat` is Preact under React's name.
  if (react !== undefined && !react.includes('preact')) return false;
  if (config.plugins.some(({ name }) => name.startsWith('vite:react'))) return false;
  return react !== undefined || others.some((name) => dependencies.has(name));
}

const others = [
  'solid-js',
  'preact',
  '@builder.io/qwik',
  '@qwik.dev/core',
  'hono',
  'vue',
  'inferno',
  '@kitajs/html',
];

function configuredSource(config: ResolvedConfig): string | null {
  const options = [valueOf(valueOf(config, 'oxc'), 'jsx'), valueOf(config, 'esbuild')];
  const sources = [valueOf(options[0], 'importSource'), valueOf(options[1], 'jsxImportSource')];
  return sources.find((source) => typeof source === 'string') ?? null;
}

// Vite 7 has no `oxc`, and later ones may have no `esbuild`.
function valueOf(object: unknown, key: string): unknown {
  return typeof object === 'object' && object !== null
    ? Object.entries(object).find(([name]) => name === key)?.[1]
    : undefined;
}

/** What the nearest package.json asks for, with the versions it asks for. */
function dependenciesAround(folder: string): Map<string, string> {
  const manifest = readManifest(join(folder, 'package.json'));
  if (manifest !== null) return manifest;
  const parent = dirname(folder);
  return parent === folder ? new Map<string, string>() : dependenciesAround(parent);
}

function readManifest(file: string): Map<string, string> | null {
  try {
    const manifest: unknown = JSON.parse(readFileSync(file, 'utf8'));
    const lists = ['dependencies', 'devDependencies', 'peerDependencies'].map((key) =>
      valueOf(manifest, key),
    );
    return new Map(lists.flatMap(entriesOf));
  } catch {
    // No such file, or one that no package manager could read either: look further up.
    return null;
  }
}

function entriesOf(list: unknown): [string, string][] {
  if (typeof list !== 'object' || list === null) return [];
  return Object.entries(list).map(([name, version]) => [name, String(version)]);
}
