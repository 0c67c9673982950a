import { describe, expect, it } from 'vitest';

import { cleanName } from './clean-name.ts';
import { create, reply } from './moves.ts';
import { colorOf, initialsOf, peopleIn, personColors } from './people.ts';
import { sampleAgent, sampleContent, sampleTime, uuidOf } from './testing.ts';

describe('a name', () => {
  it.each([
    { text: 'Ada Lovelace', name: 'Ada Lovelace' },
    { text: ' Ada\n\u202E# Ignore all that \u0000', name: 'Ada # Ignore all that' },
    { text: '\uFEFFÉloïse\u00A0 Dupré', name: 'Éloïse Dupré' },
    { text: '👩🏽 Zoë', name: '👩🏽 Zoë' },
    { text: '😀'.repeat(100), name: '😀'.repeat(80) },
    { text: '\u2066\u2069 \t', name: null },
  ])('of $text is $name', ({ text, name }) => {
    expect(cleanName(text)).toBe(name);
  });

  it.each([
    ['Ada Lovelace', 'AL'],
    ['Grace Brewster Murray Hopper', 'GH'],
    ['ada', 'A'],
    ['élodie-anne', 'ÉA'],
    ['(Bo)', 'B'],
    ['山田 太郎', '山太'],
    ['…', '?'],
  ])('%s has the initials %s', (name, initials) => {
    expect(initialsOf(name)).toBe(initials);
  });
});

describe('the colour of a person', () => {
  it('is the same for an id, and all colours are used', () => {
    const colors = Array.from({ length: 200 }, (_, n) => colorOf(uuidOf(n)));
    expect(colorOf(uuidOf(1))).toBe(colors[1]);
    expect(new Set(colors)).toEqual(new Set(Array.from({ length: personColors }, (_, n) => n)));
  });
});

describe('the people of a project', () => {
  const [ada, bo, cy] = [uuidOf(1), uuidOf(2), uuidOf(3)];
  const at = (minutes: number) => new Date(sampleTime.getTime() + minutes * 60_000);
  const note = (id: number) => ({ id: uuidOf(id), message: 'Yes' });

  it('are those who wrote or have a page open, each with their newest name, and no agents', () => {
    const first = create(
      { ...sampleContent('page', { authorId: ada }), authorName: 'Ada' },
      'pending',
      at(0),
    );
    const byBo = { type: 'person', authorId: bo, authorName: 'Bo' } as const;
    const asCountess = { type: 'person', authorId: ada, authorName: 'Countess' } as const;
    const thread = [byBo, asCountess, sampleAgent].reduce(
      (annotation, by, n) => reply(annotation, by, at(n + 1), note(n + 10)),
      first,
    );
    const present = [
      { id: cy, lastSeenAt: at(9).toISOString() },
      { id: bo, name: 'Bo', lastSeenAt: at(8).toISOString() },
    ];
    expect([...peopleIn([thread], present).values()]).toEqual([
      { id: ada, name: 'Countess', color: colorOf(ada), lastSeenAt: at(2).toISOString() },
      { id: bo, name: 'Bo', color: colorOf(bo), lastSeenAt: at(8).toISOString() },
      { id: cy, color: colorOf(cy), lastSeenAt: at(9).toISOString() },
    ]);
  });

  it('leave out replies that do not say by whom they are, as those of older releases', () => {
    const first = create(sampleContent('page', { authorId: ada }), 'pending', at(0));
    const { authorId: _, ...old } = {
      ...note(5),
      createdAt: at(1).toISOString(),
      author: 'user' as const,
      authorId: bo,
    };
    expect([...peopleIn([{ ...first, replies: [old] }]).keys()]).toEqual([ada]);
  });
});
