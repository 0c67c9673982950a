import { describe, expect, it } from 'vitest';

import type { AgentPresence, Annotation } from '@annotate-mcp/core';
import { sampleAgent, sampleAnnotation, uuidOf } from '@annotate-mcp/core/testing';

import { initialState } from './reducer.ts';
import { selectListed } from './select-listed.ts';
import { describeAgents, countAnnotations, groupAnnotations } from './select.ts';
import type { ConnectionState, OverlayState } from './state.ts';

const pageUrl = 'http://localhost:4200/cart';
const start = initialState({ hub: '/__annotate', appId: '.' }, pageUrl);

describe('grouped, listed and counts', () => {
  const at = (minute: number) => new Date(Date.UTC(2026, 0, 1, 0, minute));
  const one = (n: number, status: Annotation['status'], url = pageUrl) =>
    sampleAnnotation({ id: uuidOf(n), status, at: at(n), pageUrl: url });
  const state = withAnnotations(
    one(1, 'pending'),
    one(2, 'acknowledged'),
    one(3, 'draft'),
    one(4, 'resolved'),
    one(5, 'dismissed', 'http://192.168.1.20:5173/cart/#total'),
    one(6, 'pending', 'http://localhost:4200/other'),
    one(7, 'pending', '/cart/index.html?utm_source=mail'),
    sampleAnnotation({ id: uuidOf(8), kind: 'markdown' }),
  );

  it('counts and lists what an agent has closed as open until the person has settled it', () => {
    const accepted = { ...one(4, 'resolved'), status: 'resolved', acceptedAt: at(9).toISOString() } as const;
    const withdrawn = {
      ...one(5, 'dismissed'),
      status: 'dismissed',
      withdrawnAt: at(9).toISOString(),
    } as const;
    const settled = withAnnotations(one(1, 'pending'), accepted, withdrawn);
    expect(numbers(selectListed(settled, { tab: 'page', filter: 'open', selected: null }))).toEqual([1]);
    expect(numbers(groupAnnotations(settled, 'page').closed)).toEqual([5, 4]);
    expect(countAnnotations(settled, 'page').open).toBe(1);
  });

  it('tells pages apart and puts the newest first', () => {
    expect(numbers(groupAnnotations(state, 'page').open)).toEqual([7, 5, 4, 2, 1]);
    expect(numbers(groupAnnotations(state, 'page').closed)).toEqual([5, 4]);
    expect(numbers(groupAnnotations(state, 'all').open)).toEqual([7, 6, 5, 4, 2, 1]);
  });

  it('is worked out once for the same annotations', () => {
    expect(groupAnnotations({ ...state, bar: true }, 'page')).toBe(groupAnnotations(state, 'page'));
  });

  it('lists by filter, drafts with what is open', () => {
    const list = (filter: 'open' | 'closed' | 'pending') =>
      numbers(selectListed(state, { tab: 'page', filter, selected: null }));
    expect(list('open')).toEqual([3, 7, 5, 4, 2, 1]);
    expect(list('closed')).toEqual([5, 4]);
    expect(list('pending')).toEqual([7, 1]);
  });

  it('counts', () => {
    expect(countAnnotations(state, 'page')).toEqual({ open: 5, drafts: 1, failed: 0 });
    expect(countAnnotations(state, 'all').open).toBe(6);
  });
});

describe('agentLine', () => {
  it.each<{ connection: ConnectionState; agents: AgentPresence[]; text: string }>([
    { connection: 'online', agents: [agent('claude-code', true)], text: 'claude-code is listening' },
    {
      connection: 'online',
      agents: [agent('claude-code', true), agent('codex', true), agent('cursor', false)],
      text: 'claude-code and codex are listening',
    },
    {
      connection: 'online',
      agents: [agent('claude-code', false)],
      text: 'claude-code is connected: it will see your comments when it looks',
    },
    {
      connection: 'online',
      agents: [agent('claude-code', false), agent('claude-code', false)],
      text: 'claude-code is connected: it will see your comments when it looks',
    },
    { connection: 'online', agents: [], text: 'No agent is listening: your comments wait' },
    {
      connection: 'offline',
      agents: [agent('claude-code', true)],
      text: 'Offline: what you write is kept and sent when the dev server is back',
    },
    { connection: 'connecting', agents: [], text: 'Connecting to the dev server' },
    { connection: 'refused', agents: [], text: 'This page and the dev server have different versions' },
    { connection: 'ended', agents: [], text: 'Your access to this project has ended' },
  ])('says "$text"', ({ connection, agents, text }) => {
    expect(describeAgents({ ...start, connection, agents }).text).toBe(text);
  });

  it('says how many comments wait to be sent, and nothing while they are sent at once', () => {
    const unsent = new Set([uuidOf(1), uuidOf(2)]);
    const text = (changes: Partial<OverlayState>) =>
      describeAgents({ ...start, connection: 'online', unsent, ...changes }).text;
    expect(text({ connection: 'offline' })).toMatch(/^2 waiting to be sent. Offline: what you write is kept/);
    expect(text({ connection: 'refused' })).toMatch(/^2 waiting to be sent. This page/);
    expect(text({ storeProblem: 'It is full.' })).toBe(
      '2 waiting to be sent. The dev server cannot use its store',
    );
    expect(text({})).not.toContain('waiting');
  });

  it.each(['connecting', 'online', 'offline'] as const)(
    'names a store that cannot be used, also while the page is %s between two tries',
    (connection) => {
      const storeProblem = 'review.json is not valid JSON; it was left untouched.';
      const { text } = describeAgents({ ...start, connection, storeProblem });
      expect(text).toBe('The dev server cannot use its store');
    },
  );

  it('says that an agent is working while it holds an annotation, and only then', () => {
    const agents = [agent('claude-code', false), agent(sampleAgent.agentId, false)];
    const annotations = new Map([[uuidOf(1), sampleAnnotation({ status: 'acknowledged' })]]);
    expect(describeAgents({ ...start, connection: 'online', agents, annotations })).toEqual({
      tone: 'working',
      text: `${sampleAgent.agentId} is working: it will see your comments when it looks next`,
    });
    expect(describeAgents({ ...start, connection: 'online', agents }).tone).toBe('idle');
  });
});

function agent(agentName: string, waiting: boolean): AgentPresence {
  return { agentId: agentName, agentName, waiting, since: '2026-01-01T00:00:00.000Z' };
}

function withAnnotations(...annotations: Annotation[]): OverlayState {
  return { ...start, annotations: new Map(annotations.map((one) => [one.id, one])) };
}

function numbers(annotations: readonly Annotation[]): number[] {
  return annotations.map(({ id }) => Number.parseInt(id.slice(-6), 16));
}
