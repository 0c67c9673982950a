import type { Annotation } from '@annotate-mcp/core';
import { sampleAnnotation, uuidOf } from '@annotate-mcp/core/testing';

/** The nth annotation of a test: its number is in its id, and each is a second younger than the one before. */
export function numbered(n: number, more: Parameters<typeof sampleAnnotation>[0] = {}): Annotation {
  return sampleAnnotation({ id: uuidOf(n), at: new Date(Date.UTC(2026, 10, 15, 9, 0, n)), ...more });
}

/** The ids of the annotations that a tool returned, in their order. */
export function idsOf(result: Record<string, unknown>): string[] {
  return (result.annotations as Annotation[]).map(({ id }) => id);
}

/** A tab that is connected to a hub. */
export function connectedTab(id: string) {
  return {
    id,
    appId: '.',
    createdAt: '2026-11-15T09:00:00.000Z',
    lastSeenAt: new Date().toISOString(),
    active: true,
    url: 'http://localhost:4200/',
  };
}
