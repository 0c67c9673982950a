import type { Integration } from './integration.ts';
import { vite } from './vite.ts';

export const integrations: readonly Integration[] = [vite];
