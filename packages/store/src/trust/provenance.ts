/** Which records of one store were written by this user on this machine, and what that means for readers. */
import { dirname } from 'node:path';

import type { Annotation } from '@annotate-mcp/core';

import type { Settings } from '../driver.ts';
import { isInside } from '../files/is-inside.ts';
import { provenanceFolder } from '../user-folders.ts';

import { openRecordSealer, type RecordSealer } from './record-sealer.ts';
import { RepositoryTrust } from './repository-trust.ts';

export interface Provenance {
  readonly sealer: RecordSealer;
  /** The person's decision for the whole repository; it may change at any time. Cheap. */
  isRepositoryTrusted(): boolean;
}

export function openProvenance(
  storeFile: string,
  {
    root,
    configFolder: folder = provenanceFolder(),
    ignoresTrust = false,
  }: Pick<Settings, 'root' | 'configFolder' | 'ignoresTrust'>,
): Provenance {
  const trust = new RepositoryTrust(folder);
  const place = trustedFolderOf(storeFile, root);
  return {
    sealer: openRecordSealer({ folder, repository: place }),
    isRepositoryTrusted: () => !ignoresTrust && trust.isTrusted(place),
  };
}

/** The folder that is trusted or not with a store: the project's, or its own if it is elsewhere. */
export function trustedFolderOf(storeFile: string, root: string): string {
  return isInside(storeFile, root) ? root : dirname(storeFile);
}

/** The annotation as readers get it. */
export function withOrigin(annotation: Annotation, isFromRepository: boolean): Annotation {
  return isFromRepository
    ? { ...withoutOrigin(annotation), origin: 'repository' }
    : withoutOrigin(annotation);
}

/** The annotation as it is stored: its origin is computed when it is read, and is not believed. */
export function withoutOrigin(annotation: Annotation): Annotation {
  if (!('origin' in annotation)) return annotation;
  const { origin: _origin, ...stored } = annotation;
  return stored;
}
