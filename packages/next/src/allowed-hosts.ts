import type { NextConfig } from 'next';

/** The host names that Next allows in development, so that a tunnel has to be listed only once. */
export function allowedHostsOf({ allowedDevOrigins = [] }: Pick<NextConfig, 'allowedDevOrigins'>): string[] {
  // Next writes `*.example.dev` for one label and `**.example.dev` for several, the guard `.example.dev` for both.
  return allowedDevOrigins.map((name) => name.replace(/^\*{1,2}(?=\.)/, '')).filter((name) => !name.includes('*'));
}
