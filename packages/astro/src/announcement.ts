import type { HookParameters } from 'astro';

import type { AnnotateApi } from '@annotate-mcp/vite-plugin';

type Server = HookParameters<'astro:server:setup'>['server'];

/** The lines that the Vite plugin would print below Vite's URLs. Astro prints its own list of URLs instead of Vite's. */
export function announcementOf({ config, resolvedUrls }: Server): string[] {
  const api: unknown = config.plugins.find(({ name }) => name === 'annotate')?.api;
  return isAnnotateApi(api) ? api.announcement(resolvedUrls?.network ?? []) : [];
}

function isAnnotateApi(api: unknown): api is AnnotateApi {
  return typeof api === 'object' && api !== null && 'announcement' in api;
}
