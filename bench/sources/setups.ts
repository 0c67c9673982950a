/** The apps that are asked for their lines: files of a fixture, dependencies as in the framework's own template. */
import { angularSetups } from './setups/angular.ts';
import { astroSetups } from './setups/astro.ts';
import { nextSetups } from './setups/next.ts';
import { otherSetups } from './setups/others.ts';
import { preactSetups } from './setups/preact.ts';
import { reactSetups } from './setups/react.ts';
import type { Setup } from './setups/setup.ts';
import { solidSetups } from './setups/solid.ts';
import { svelteSetups } from './setups/svelte.ts';
import { vueSetups } from './setups/vue.ts';

export const setups: readonly Setup[] = [
  ...reactSetups,
  ...nextSetups,
  ...preactSetups,
  ...solidSetups,
  ...vueSetups,
  ...svelteSetups,
  ...angularSetups,
  ...astroSetups,
  ...otherSetups,
];
