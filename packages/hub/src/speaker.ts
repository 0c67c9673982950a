import {
  AnnotateError,
  type Annotation,
  annotationNotFoundError,
  isVisibleTo,
  pageAbilities,
  type PageAbility,
  type PagePerson,
} from '@annotate-mcp/core';
import type { Caller } from '@annotate-mcp/http';
import type { Store } from '@annotate-mcp/store';

import { localAuthorId } from './author-id.ts';

/** The page or script that sends something to the hub, over a socket or over HTTP. */
export interface Speaker {
  /** Derived from the speaker's secret, or that of the person whose token it is; never taken from a message. */
  readonly authorId: string;
  /** What the person calls themselves: others may use the same name, so that only the id tells people apart. */
  readonly authorName?: string;
  readonly appId: string;
  readonly sessionId?: string;
  /** It runs on the machine of the hub, as its user. */
  readonly local: boolean;
  /** On a server where each token belongs to a caller of its own. */
  readonly caller?: Caller | undefined;
}

/** `null` where the token does not tell the person: then the browser does. */
export function authorFrom(caller: Caller | undefined): Pick<Speaker, 'authorId' | 'authorName'> | null {
  const person = caller?.person ?? null;
  return person === null ? null : { authorId: person.id, authorName: person.name };
}

/** Drafts of other authors and annotations of other apps do not exist for a page. */
export function isKnownTo(annotation: Annotation, { authorId, appId }: Speaker): boolean {
  return annotation.appId === appId && isVisibleTo(annotation, authorId);
}

/** The annotation with this id. Throws when there is none for this speaker. */
export async function requireKnown(store: Store, id: string, speaker: Speaker): Promise<Annotation> {
  const annotation = await store.get(id);
  if (annotation !== null && isKnownTo(annotation, speaker)) return annotation;
  throw annotationNotFoundError(id);
}

/** A page says nothing of its person with this request: who is at the machine of the hub acts for the author. */
export function asAuthor(speaker: Speaker, { authorId, authorName }: Annotation): PagePerson {
  if (speaker.authorId !== localAuthorId) return speaker;
  return { local: true, authorId, ...(authorName !== undefined && { authorName }) };
}

/**
 * What a speaker may do at all. Pages get it, so that they offer nothing else, and the hub refuses the rest. Whose
 * words an agent gets is decided at the machine where it works, never by a visitor.
 */
export function abilitiesOf({ local, caller }: Pick<Speaker, 'local' | 'caller'>): PageAbility[] {
  if (local) return [...pageAbilities];
  return pageAbilities.filter((ability) => ability !== 'adopt' && (caller?.may.includes(ability) ?? true));
}

export function requireAbility(ability: PageAbility, speaker: Speaker): void {
  if (abilitiesOf(speaker).includes(ability)) return;
  if (speaker.caller !== undefined) throw notInRoleError(ability);
  throw new AnnotateError('lifecycle/not-allowed', `"${ability}" is not for pages on other machines.`, {
    hint: 'The person at the machine of the dev server can do it.',
  });
}

function notInRoleError(ability: PageAbility): AnnotateError {
  return new AnnotateError('access/not-allowed', `This access does not include "${ability}".`, {
    hint: 'Nothing was changed. Ask an administrator of the project for an access with another role.',
  });
}
