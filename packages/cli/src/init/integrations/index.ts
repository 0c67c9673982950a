import type { Integration } from './integration.ts';

export const integrations: readonly Integration[] = [];
