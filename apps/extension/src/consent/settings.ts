/** What the person decided, as it is stored: `consent` in the extension's local storage. */
import { z } from 'zod';

import { neverDriven } from './never-driven.ts';

/**
 * What can be allowed on a site. `act` includes `read`; `script` includes both, because code can do both. `paste` is only
 * decided in the settings: without it, agents do not see what was pasted.
 */
export const permissions = ['read', 'act', 'script', 'secrets', 'paste'] as const;
export type Permission = (typeof permissions)[number];

const siteDecision = z.enum(['always', 'never']);
export type SiteDecision = z.output<typeof siteDecision>;

const siteSchema = z.object({
  read: siteDecision.exactOptional(),
  act: siteDecision.exactOptional(),
  script: siteDecision.exactOptional(),
  secrets: siteDecision.exactOptional(),
  paste: siteDecision.exactOptional(),
});
export type SiteSettings = z.output<typeof siteSchema>;

const patterns = z.array(z.string().max(300)).max(5_000).catch([]);

const consentSchema = z.object({
  /** `ask`: the person is asked first. `allow`: everything is allowed except on sites that are never driven. */
  mode: z.enum(['ask', 'allow']).catch('ask'),
  /** Nothing is pressed, typed or opened, on no site. */
  readOnly: z.boolean().catch(false),
  /** By site: an origin. */
  sites: z.record(z.string(), siteSchema).catch({}),
  /** Sites that are never driven, beside those of never-driven.ts. */
  neverAdded: patterns,
  /** Those of never-driven.ts that the person took off the list. Newer releases may add others to it. */
  neverRemoved: patterns,
});
export type Consent = z.output<typeof consentSchema>;

/** What is not stored, or cannot be read, has the careful value. */
export function parseConsent(stored: unknown): Consent {
  return consentSchema.catch(() => consentSchema.parse({})).parse(stored);
}

/** The patterns of all sites that are never driven. */
export function neverPatterns({ neverAdded, neverRemoved }: Consent): string[] {
  return [...new Set([...neverDriven.filter((pattern) => !neverRemoved.includes(pattern)), ...neverAdded])];
}

/** What was allowed until a tab is closed, by tab and site. Kept while the browser runs. */
export const tabGrantsSchema = z.record(z.string(), z.record(z.string(), z.array(z.enum(permissions))));
export type TabGrants = z.output<typeof tabGrantsSchema>;
