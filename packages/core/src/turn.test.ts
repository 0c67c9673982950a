import { describe, expect, it } from 'vitest';

import type { Annotation } from './annotation.ts';
import { applyHolder } from './apply-holder.ts';
import {
  accept,
  acknowledge,
  dismiss,
  endTurn,
  recordRun,
  reply,
  resend,
  resolve,
  stop,
  withdraw,
} from './moves.ts';
import { pageActions } from './page-actions.ts';
import { sampleAgent, sampleAnnotation, sampleAuthor, sampleTime, uuidOf } from './testing.ts';
import { turnOf } from './turn.ts';

const later = new Date(sampleTime.getTime() + 60_000);
const latest = new Date(later.getTime() + 60_000);
const pending = sampleAnnotation();
const held = sampleAnnotation({ status: 'acknowledged' });
const done = resolve(held, sampleAgent, later);
const note = (message: string) => ({ id: uuidOf(message.length), message });
const run = { agentName: 'Claude', startedAt: later.toISOString(), endedAt: later.toISOString(), files: [] };

function withVerdict(verdict: 'changed' | 'unchanged' | 'broken'): Annotation {
  const side = { takenAt: later.toISOString(), record: 'a.json' };
  const outside = { count: 0, pushed: 0, examples: [] };
  const proof = { before: side, after: { ...side, verdict, changes: [], outside } };
  return { ...done, proof } as Annotation;
}

function saying(message: string, expectsAnswer: boolean): Annotation {
  return reply(held, sampleAgent, later, { ...note(message), expectsAnswer });
}

const cases: [name: string, annotation: Annotation, turn: ReturnType<typeof turnOf>][] = [
  ['a draft', sampleAnnotation({ status: 'draft' }), null],
  ['one that waits for an agent', pending, null],
  ['one of the repository, which is not trusted', { ...pending, origin: 'repository' }, null],
  ['one that an agent has answered', endTurn(held, sampleAgent, later), 'answer'],
  ['one that the person has stopped', stop(held, sampleAuthor, later), 'send'],
  [
    'one whose agent has crashed',
    recordRun(pending, { type: 'system' }, { ...run, outcome: 'failed' }),
    'send',
  ],
  [
    'one that a started agent has answered before it ended',
    recordRun(endTurn(held, sampleAgent, later), { type: 'system' }, { ...run, outcome: 'finished' }),
    'answer',
  ],
  ['one that an agent has', held, null],
  ['one that waits for the person to confirm Apply', acknowledge(pending, applyHolder('1'), later), 'answer'],
  ['one whose agent asks', reply(held, sampleAgent, later, note('Which one? The left')), 'answer'],
  ['one whose agent tells', reply(held, sampleAgent, later, note('See /a?b=1, it comes next')), null],
  ['one whose agent asks without a question mark', saying('Please tell me which one.', true), 'answer'],
  ['one whose agent wonders aloud', saying('Why two? The first is unused, so I remove it.', false), null],
  [
    'one whose agent has its answer',
    reply(reply(held, sampleAgent, later, note('Which one?')), sampleAuthor, latest, note('Left')),
    null,
  ],
  ['one that is done', done, 'accept'],
  ['one that the page has shown', withVerdict('changed'), 'accept'],
  ['one that the page does not show', withVerdict('unchanged'), 'decide'],
  ['one that broke the page', withVerdict('broken'), 'decide'],
  ['one that is accepted', accept(done, sampleAuthor, latest), null],
  ['one that will not be done', dismiss(held, sampleAgent, later, note('No')), 'decide'],
  ['one that is withdrawn', withdraw(pending, sampleAuthor, later), null],
];

describe('the turn', () => {
  it.each(cases)('of %s', (_, annotation, turn) => {
    expect(turnOf(annotation)).toBe(turn);
  });

  it('is answered on the consent page while Apply waits for it, and nothing else is offered', () => {
    const asked = acknowledge(pending, applyHolder('1'), later);
    for (const name of ['release', 'stop', 'handOver'] as const) {
      expect(pageActions[name].offer?.isOffered(held)).toBe(true);
      expect(pageActions[name].offer?.isOffered(asked)).toBe(false);
    }
  });

  it('goes back to the agents when it is sent again, which a crashed run offers', () => {
    const crashed = recordRun(pending, { type: 'system' }, { ...run, outcome: 'failed' });
    const isOffered = (annotation: Annotation) => pageActions.resend.offer?.isOffered(annotation);
    expect(isOffered(crashed)).toBe(true);
    const sent = resend(crashed, sampleAuthor, latest);
    expect([turnOf(sent), isOffered(sent)]).toEqual([null, false]);
  });
});
