import { expect, it } from 'vitest';

import { type Annotation, isVisibleTo, isVisibleToAgents, addressOf } from './annotation.ts';
import { applyChanges, type Change } from './changes.ts';
import { findInManifest } from './manifest.ts';
import { sampleAnnotation, sampleAuthor, uuidOf } from './testing.ts';

it('a copy that applies changes, twice even, ends where the store is', () => {
  const [kept, gone] = [sampleAnnotation({ id: uuidOf(1) }), sampleAnnotation({ id: uuidOf(2) })];
  const edited = { ...kept, annotationText: 'Make it green' };
  const changes: Change[] = [
    { type: 'added', cursor: '1', annotation: kept },
    { type: 'added', cursor: '2', annotation: gone },
    { type: 'updated', cursor: '3', annotation: edited, previousStatus: 'pending' },
    { type: 'removed', cursor: '4', annotation: gone },
  ];
  const copy = new Map<string, Annotation>();
  applyChanges(copy, changes);
  applyChanges(copy, changes);
  expect([...copy.values()]).toEqual([edited]);
});

it('a draft is seen by its author only', () => {
  const draft = sampleAnnotation({ status: 'draft' });
  expect(isVisibleTo(draft, sampleAuthor.authorId)).toBe(true);
  expect(isVisibleTo(draft, uuidOf(99))).toBe(false);
  expect(isVisibleToAgents(draft)).toBe(false);
  expect(isVisibleToAgents(sampleAnnotation())).toBe(true);
});

it('what came with the repository is seen by people, and not by agents', () => {
  const foreign: Annotation = { ...sampleAnnotation(), origin: 'repository' };
  expect(isVisibleTo(foreign, uuidOf(99))).toBe(true);
  expect(isVisibleToAgents(foreign)).toBe(false);
});

it('the address of a Markdown comment is its file, of every other annotation its page', () => {
  expect(addressOf(sampleAnnotation({ kind: 'markdown' }))).toBe('docs/plan.md');
  expect(addressOf(sampleAnnotation({ kind: 'text' }))).toBe('http://localhost:4200/cart');
});

it('the manifest tells classes of one name apart by selector', () => {
  const manifest = { Card: { component: 'a.ts' }, 'Card#app-card-2': { component: 'b.ts' } };
  expect(findInManifest(manifest, 'Card', 'app-card-2')?.component).toBe('b.ts');
  expect(findInManifest(manifest, 'Card', 'app-card')?.component).toBe('a.ts');
  expect(findInManifest(manifest, 'Card', null)?.component).toBe('a.ts');
  expect(findInManifest(manifest, 'constructor', null)).toBeNull();
});
