import type { HookParameters } from 'astro';

import type { AnnotateApi } from '@annotate-mcp/vite-plugin';

type Server = HookParameters<'astro:server:setup'>['server'];

/** What the plugin has to say at the start. Astro prints its own list of URLs, so it could say it nowhere else. */
export function announcementOf({ config, resolvedUrls }: Server): string[] {
  const api: unknown = config.plugins.find(({ name }) => name === 'annotate')?.api;
  return isOurs(api) ? api.announcement(resolvedUrls?.network ?? []) : [];
}

function isOurs(api: unknown): api is AnnotateApi {
  return typeof api === 'object' && api !== null && 'announcement' in api;
}
