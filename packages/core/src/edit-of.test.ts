import { describe, expect, it } from 'vitest';

import { waitsForPerson } from './annotation.ts';
import { editOf } from './edit-of.ts';
import { accept, relink, reopen, resend, resolve, undo } from './moves.ts';
import { annotationSchema } from './schema/index.ts';
import { sampleAgent, sampleAnnotation, sampleAuthor, sampleTime, uuidOf } from './testing.ts';

const later = new Date(sampleTime.getTime() + 60_000);
const elsewherePage = { kind: 'page', pageUrl: 'http://localhost:4200/other', pageTitle: 'Other' } as const;

describe('an annotation with an edit', () => {
  const edited = { files: [{ file: 'src/a.ts', added: 1, removed: 2 }], patch: 'a'.repeat(64), seal: 'x' };
  const resolved = resolve(sampleAnnotation(), sampleAgent, later, undefined, { edited });

  it('keeps it while it is resolved, also when it is accepted', () => {
    expect(resolved).toMatchObject({ edited });
    const accepted = accept(resolved, sampleAuthor, later);
    expect(accepted).toMatchObject({ edited, acceptedAt: later.toISOString() });
    expect(annotationSchema.parse(accepted)).toEqual(accepted);
    expect(reopen(accepted, sampleAuthor, later)).not.toHaveProperty('edited');
    expect(relink(resolved, sampleAuthor, later, elsewherePage)).toMatchObject({ edited });
  });

  it('waits for the person when it was undone, until they do something', () => {
    const undone = undo(resolved, sampleAuthor, later, { id: uuidOf(60), message: 'Undone.' });
    expect(undone).toMatchObject({ status: 'pending', undoneAt: later.toISOString() });
    expect(undone).not.toHaveProperty('edited');
    expect(undone.replies.at(-1)).toMatchObject({ author: 'user', message: 'Undone.' });
    expect(waitsForPerson(undone)).toBe(true);
    expect(annotationSchema.parse(undone)).toEqual(undone);
    expect(waitsForPerson(resend(undone, sampleAuthor, later))).toBe(false);
    expect(() => undo(resolved, sampleAgent, later, { id: uuidOf(60), message: 'x' })).toThrow(/undo/);
  });

  it('says which files were changed: what was seen counts before what the agent reported', () => {
    const run = { agentName: 'Claude', startedAt: later.toISOString(), endedAt: later.toISOString() };
    const runs = [{ ...run, outcome: 'finished' as const, files: ['src/b.ts'] }];
    expect(editOf({ ...resolved, runs })).toEqual(edited);
    const edits = [{ file: 'src/a.ts', effect: 'added' as const, lines: ['x'] }];
    const unseen = { ...resolve(sampleAnnotation(), sampleAgent, later, undefined, { edits }), runs };
    expect(editOf(unseen)).toEqual({ files: [{ file: 'src/a.ts' }, { file: 'src/b.ts' }] });
    expect([editOf(sampleAnnotation()), editOf({ ...sampleAnnotation(), runs })]).toEqual([null, null]);
  });
});
