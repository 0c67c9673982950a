/** Messages between the extension's pages and the service worker about consent. */
import { z } from 'zod';

import { answers, type Question } from './question.ts';
import { type Consent, permissions, type TabGrants } from './settings.ts';

const site = z.string().max(2_000);

export const consentRequestSchema = z.discriminatedUnion('type', [
  z.object({ type: z.literal('consent:look') }),
  z.object({
    type: z.literal('consent:answer'),
    id: z.uuid(),
    answer: z.enum(answers),
    /** What is allowed: the permission that was asked for, or for reading also `act`. */
    permission: z.enum(permissions),
  }),
  z.object({ type: z.literal('consent:mode'), mode: z.enum(['ask', 'allow']) }),
  z.object({ type: z.literal('consent:read-only'), readOnly: z.boolean() }),
  z.object({
    type: z.literal('consent:site'),
    site,
    permission: z.enum(permissions),
    /** `null` asks again. */
    standing: z.enum(['always', 'never']).nullable(),
  }),
  z.object({ type: z.literal('consent:forget-site'), site }),
  z.object({ type: z.literal('consent:never-add'), pattern: z.string().max(300) }),
  z.object({ type: z.literal('consent:never-remove'), pattern: z.string().max(300) }),
]);
export type ConsentRequest = z.output<typeof consentRequestSchema>;

export interface ConsentView {
  readonly questions: readonly Question[];
  readonly consent: Consent;
  readonly tabs: TabGrants;
  readonly never: readonly string[];
  /** What is wrong with the request that this answers, written for the person. */
  readonly problem: string | null;
}

/** The service worker sends it when a page has to be updated. */
export const consentChanged = 'consent:changed';

/** The service worker asks whether the person sees a page that shows questions. */
export const inViewMessage = 'consent:in-view';

/** The popup's page in a window of its own, which is closed when there is no question any more. */
export const windowSearch = '?window';
