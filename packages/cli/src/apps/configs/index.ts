import type { App } from '../apps.ts';

import { astro } from './astro.ts';
import { farm } from './farm.ts';
import { next } from './next.ts';
import { nuxt, nuxtWithVitePlugin } from './nuxt.ts';
import type { PageConfig } from './page-config.ts';
import { rsbuild } from './rsbuild.ts';
import { rspack } from './rspack.ts';
import { solidStart, solidStartOnVite } from './solid-start.ts';
import { vite } from './vite.ts';
import { vitepress } from './vitepress.ts';
import { webpack } from './webpack.ts';

export const pageConfigs: readonly PageConfig[] = [
  astro,
  farm,
  next,
  nuxtWithVitePlugin,
  nuxt,
  rsbuild,
  rspack,
  solidStart,
  solidStartOnVite,
  vite,
  vitepress,
  webpack,
];

/** `null` for an app that has our part elsewhere than in such a file. */
export function pageConfigOf(app: App): PageConfig | null {
  return pageConfigs.find(({ fits }) => fits(app)) ?? null;
}
