import { angular } from './angular.ts';
import { astro } from './astro.ts';
import { hub } from './hub.ts';
import type { Integration } from './integration.ts';
import { vite } from './vite.ts';

export const integrations: readonly Integration[] = [angular, astro, vite, hub];
