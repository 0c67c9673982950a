import { readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';

import type { ResolvedConfig } from 'vite';

import { isRecord } from '@annotate-mcp/core';

/**
 * Whether JSX in this app needs source attributes. React stores the source position of every element itself; Solid,
 * Preact and similar frameworks do not.
 */
export function usesOtherJsx(config: ResolvedConfig): boolean {
  const source = configuredSource(config);
  if (source !== null) return source !== 'react';
  const dependencies = nearestDependencies(config.root);
  const react = dependencies.get('react');
  // `react: npm:@preact/compat` is Preact under React's name.
  if (react !== undefined && !react.includes('preact')) return false;
  if (config.plugins.some(({ name }) => name.startsWith('vite:react'))) return false;
  return react !== undefined || otherFrameworks.some((name) => dependencies.has(name));
}

const otherFrameworks = [
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
  return isRecord(object) ? object[key] : undefined;
}

/** Names and versions of the dependencies in the nearest package.json. */
function nearestDependencies(folder: string): Map<string, string> {
  const manifest = readManifest(join(folder, 'package.json'));
  if (manifest !== null) return manifest;
  const parent = dirname(folder);
  return parent === folder ? new Map<string, string>() : nearestDependencies(parent);
}

function readManifest(file: string): Map<string, string> | null {
  try {
    const manifest: unknown = JSON.parse(readFileSync(file, 'utf8'));
    const lists = ['dependencies', 'devDependencies', 'peerDependencies'].map((key) =>
      valueOf(manifest, key),
    );
    return new Map(lists.flatMap(entriesOf));
  } catch {
    // There is no such file, or it is invalid: the parent folder is searched next.
    return null;
  }
}

function entriesOf(list: unknown): [string, string][] {
  if (!isRecord(list)) return [];
  return Object.entries(list).map(([name, version]) => [name, String(version)]);
}
