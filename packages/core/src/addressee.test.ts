import { describe, expect, it } from 'vitest';

import type { Addressee } from './addressee.ts';
import { isAssignedTo, isLeftToAgent, isWrittenBy, participantsOf } from './assignment.ts';
import { mentionsIn, withNewNames } from './mentions.ts';
import { acknowledge, assign, editText, reply } from './moves.ts';
import { sampleAgent, sampleAnnotation, sampleAuthor, sampleTime, uuidOf } from './testing.ts';

const ada: Addressee = { type: 'person', id: uuidOf(1), name: 'Ada' };
const lovelace: Addressee = { type: 'person', id: uuidOf(2), name: 'Ada Lovelace' };
const claude: Addressee = { type: 'agent', name: 'claude-code' };
const codex: Addressee = { type: 'agent', name: 'codex' };
const known = [ada, lovelace, claude, codex];

describe('a mention', () => {
  it.each([
    { text: '@Ada, please look', mentioned: [ada] },
    { text: 'Ask @ada lovelace.', mentioned: [lovelace] },
    { text: '(@Claude-Code) and @codex', mentioned: [claude, codex] },
    { text: '@Adamson, ada@Ada.org, Ada', mentioned: [] },
    { text: '@@Ada', mentioned: [ada] },
    { text: '@', mentioned: [] },
  ])('in "$text" is found', ({ text, mentioned }) => {
    expect(mentionsIn(text, known)).toEqual(mentioned);
  });

  it('of a name that two people have is of both', () => {
    const other: Addressee = { type: 'person', id: uuidOf(3), name: 'ada' };
    expect(mentionsIn('@Ada', [ada, other])).toEqual([ada, other]);
  });

  it('is shown with the name that the person has now', () => {
    const nameOf = (id: string) => (id === uuidOf(1) ? 'Countess $&' : undefined);
    expect(withNewNames('@Ada and @codex, @Ada', [ada, codex], nameOf)).toBe(
      '@Countess $& and @codex, @Countess $&',
    );
  });

  it('goes with its reply, and with an edited text as far as the text still has it', () => {
    const note = { id: uuidOf(5), message: '@Ada?', mentions: [ada] };
    const replied = reply(sampleAnnotation(), sampleAgent, sampleTime, note);
    expect(replied.replies).toMatchObject([{ message: '@Ada?', mentions: [ada] }]);
    const named = { ...sampleAnnotation(), authorId: uuidOf(1), authorName: 'Ada' };
    expect(mentionsIn('Which one, @Ada?', participantsOf(named))).toEqual([ada]);
    const before = { ...sampleAnnotation(), mentions: [ada, claude] };
    const edited = editText(before, sampleAuthor, sampleTime, 'Ask @claude-code');
    expect(edited.mentions).toEqual([claude]);
    expect(editText(edited, sampleAuthor, sampleTime, 'Nobody')).not.toHaveProperty('mentions');
    expect(editText(edited, sampleAuthor, sampleTime, '@codex', [codex]).mentions).toEqual([codex]);
  });
});

describe('an assigned annotation', () => {
  const assigned = (to: Addressee | null) => assign(sampleAnnotation(), sampleAuthor, sampleTime, to);

  it('is left to the agent that it names, and to no other one', () => {
    expect(isLeftToAgent(assigned(claude), 'Claude-Code')).toBe(true);
    expect(isLeftToAgent(assigned(codex), 'claude-code')).toBe(false);
    expect(isLeftToAgent(assigned(ada), 'claude-code')).toBe(false);
    expect(isLeftToAgent(assigned(null), 'claude-code')).toBe(true);
  });

  it('cannot be claimed by another agent than the one that it names', () => {
    expect(() => acknowledge(assigned(codex), sampleAgent, sampleTime)).toThrow(/assigned to codex/);
    expect(acknowledge(assigned(ada), sampleAgent, sampleTime).status).toBe('acknowledged');
    expect(acknowledge(assigned(claude), sampleAgent, sampleTime).assignee).toEqual(claude);
  });

  it('no longer waits for the person once it is assigned to an agent', () => {
    const answered = reply(sampleAnnotation(), sampleAgent, sampleTime, { id: uuidOf(5), message: 'Why?' });
    expect(answered).toHaveProperty('answeredAt');
    expect(assign(answered, sampleAuthor, sampleTime, codex)).not.toHaveProperty('answeredAt');
    expect(assign(answered, sampleAuthor, sampleTime, ada)).toHaveProperty('answeredAt');
  });

  it('is the same record when it is assigned to the same again', () => {
    const once = assigned(ada);
    expect(assign(once, sampleAuthor, new Date(), { ...ada })).toBe(once);
    expect(assign(once, sampleAuthor, sampleTime, null)).not.toHaveProperty('assignee');
  });

  it('is found by name and by the beginning of an id', () => {
    const of = { type: 'person', id: 'a1b2c3d4', name: 'Ada' } as const;
    for (const wanted of ['ada', 'a1b2', 'a1b2c3d4'])
      expect(isAssignedTo({ assignee: of }, wanted)).toBe(true);
    for (const wanted of ['a1b', 'Bo', '']) expect(isAssignedTo({ assignee: of }, wanted)).toBe(false);
    expect(isWrittenBy({ authorId: 'a1b2c3d4', authorName: 'Ada' }, 'ADA')).toBe(true);
    expect(isWrittenBy({ authorId: 'a1b2c3d4' }, 'Ada')).toBe(false);
  });
});
