import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';

import type { AgentRun, Annotation, Question, Work, WorkBranch } from '@annotate-mcp/core';
import { sampleAnnotation, uuidOf } from '@annotate-mcp/core/testing';

import type { AgentWork } from '../state/state.ts';

import { loaded, mounted, type Mounted, openThread } from './testing/mounted.tsx';

let overlay: Mounted;

afterEach(() => {
  overlay.unmount();
  vi.unstubAllGlobals();
});

const id = uuidOf(1);
const startedAt = () => new Date(Date.now() - 12_000).toISOString();
const hostile = '<img src=x onerror="window.hacked=1">';
const work: Work = {
  id,
  agentName: 'Claude',
  state: 'working',
  startedAt: startedAt(),
  plan: [
    { text: 'Find the card', status: 'completed' },
    { text: hostile, status: 'in_progress' },
  ],
  steps: [
    { id: 'a', kind: 'read', title: 'Read Card.tsx', status: 'completed', files: [{ file: 'src/Card.tsx' }] },
    {
      id: 'b/1',
      kind: 'edit',
      title: 'Edit Card.tsx',
      status: 'in_progress',
      files: [{ file: 'src/Card.tsx', line: 3 }],
      diffCount: 1,
    },
  ],
  message: 'I make the price **bold**.',
};
const question: Question = {
  id: uuidOf(7),
  kind: 'permission',
  title: 'Run npm test',
  annotationId: id,
  agentName: 'Claude',
  askedAt: startedAt(),
  // Nothing answers there.
  url: 'http://127.0.0.1:9/questions/7',
};

function tell(changes: Partial<AgentWork>): void {
  overlay.dispatch({ type: 'work', work: { works: [], questions: [], canStart: false, ...changes } });
}

function connect(names: readonly string[], waiting: boolean): void {
  const agents = names.map((agentName) => ({ agentId: agentName, agentName, waiting, since: startedAt() }));
  overlay.dispatch({ type: 'agents', agents });
}

describe('the thread of what an agent works on', () => {
  beforeEach(async () => {
    overlay = mounted([sampleAnnotation({ id, status: 'acknowledged' })]);
    tell({ works: [work] });
    await openThread(overlay, id);
  });

  it('has one live line, which unfolds to plan, steps and message as text', () => {
    const box = overlay.$('[data-nga=work]');
    expect(box?.querySelector('summary')?.textContent).toMatch(/^Claude · editing Card\.tsx · 1\d s$/);
    expect(box?.querySelector('details')?.open).toBe(false);
    const plan = [...(box?.querySelectorAll('.nga-plan li') ?? [])].map((one) => one.textContent);
    expect(plan).toEqual(['Find the card · done', `${hostile} · doing`]);
    const files = [...(box?.querySelectorAll('.nga-step .nga-file') ?? [])].map((one) => one.textContent);
    expect(files).toEqual(['src/Card.tsx', 'src/Card.tsx:3']);
    expect(overlay.$('img')).toBeNull();
  });

  it('shows, folded, what it has taken and how the agent is set, which is changed in a window', async () => {
    expect(overlay.$('[data-nga=usage], [data-nga=agent-settings]')).toBeNull();
    const usage = {
      tokens: 12_400,
      cost: { amount: 0.25, currency: 'USD' },
      context: { used: 20, size: 200 },
    };
    const settings = { ...question, kind: 'settings' as const, title: `Big · ${hostile}` };
    const { annotationId: _, ...ofAgent } = settings;
    tell({
      works: [{ ...work, usage }],
      settings: [ofAgent, { ...ofAgent, id: uuidOf(8), agentName: 'Codex' }],
    });
    await expect
      .poll(() => overlay.$('[data-nga=usage]')?.textContent)
      .toBe('12.4K tokens · $0.25 · context 10 % full');
    const lines = [...(overlay.$('[data-nga=work]')?.querySelectorAll('[data-nga=agent-settings]') ?? [])];
    expect(lines.map(({ textContent }) => textContent)).toEqual([`Big · ${hostile}Change…`]);
    const change = lines[0]?.querySelector('a');
    expect([change?.href, change?.target, change?.rel]).toEqual([
      ofAgent.url,
      '_blank',
      'noopener noreferrer',
    ]);
    // It is no question that waits for the person.
    expect(overlay.$('.nga-asked, [data-nga=question]')).toBeNull();
    expect(overlay.$('[data-nga=work] summary')?.textContent).toContain('editing Card.tsx');
  });

  it('says that it waits for the answer to what the agent wants to know', async () => {
    tell({
      works: [work],
      questions: [{ ...question, kind: 'elicitation', title: 'Answer some questions' }],
    });
    await expect
      .poll(() => overlay.$('[data-nga=work] summary')?.textContent)
      .toContain('waits for your answer');
    expect(overlay.$('[data-nga=question]')?.getAttribute('aria-label')).toBe(
      'Claude asks: Answer some questions',
    );
  });

  it('shows the diff of a step on demand, as lines of text', async () => {
    const patch = `@@ -1 +1 @@\n-<b>old</b>\n+${hostile}\n`;
    const asked: string[] = [];
    vi.stubGlobal('fetch', (address: string) => {
      asked.push(address);
      return Promise.resolve(Response.json({ diffs: [{ file: 'src/Card.tsx', patch }] }));
    });
    overlay.$('[data-nga=work] summary')?.click();
    overlay.button('Diff').click();
    await expect.poll(() => overlay.$('.nga-line-added')?.textContent).toBe(`+${hostile}\n`);
    expect(overlay.$('.nga-line-removed')?.textContent).toBe('-<b>old</b>\n');
    expect(asked).toEqual([`/__annotate/api/work/${id}/b%2F1/diffs`]);
    overlay.button('Diff').click();
    await expect.poll(() => overlay.$('.nga-diff')).toBeNull();
  });

  it('does not repeat what the agent has replied', async () => {
    expect(overlay.$('[data-nga=work] .nga-md')).not.toBeNull();
    const replied = {
      ...sampleAnnotation({ id, status: 'acknowledged' }),
      replies: [
        { id: uuidOf(9), author: 'agent', message: 'I make the price **bold**.', createdAt: startedAt() },
      ],
    } as const;
    overlay.dispatch({
      type: 'annotations',
      annotations: new Map([[id, { ...replied, replies: [...replied.replies] }]]),
      unsent: new Set(),
    });
    await expect.poll(() => overlay.$('[data-nga=work] .nga-md')).toBeNull();
  });

  it('has a button that stops the agent, and one that sends again what was stopped', async () => {
    expect(overlay.$('[data-nga=release]')).toBeNull();
    overlay.button('Stop').click();
    expect(overlay.called).toEqual([['stop', id]]);
    const stopped = { ...sampleAnnotation({ id }), status: 'pending', stoppedAt: startedAt() } as const;
    overlay.dispatch({ type: 'annotations', annotations: new Map([[id, stopped]]), unsent: new Set() });
    tell({ works: [{ ...work, state: 'stopped', endedAt: new Date().toISOString() }] });
    await expect.poll(() => overlay.$('.nga-thread-panel')?.textContent).toContain('Stopped. It waits');
    expect(overlay.$('[data-nga=work] summary')?.textContent).toContain('Claude · stopped');
    overlay.button('Send again').click();
    expect(overlay.called.at(-1)).toEqual(['resend', id]);
  });

  it('says how it ended, why it failed, and what became of its branch', async () => {
    const ended = { ...work, endedAt: new Date().toISOString() };
    const text = () => overlay.$('[data-nga=work]')?.textContent;
    tell({
      works: [{ ...ended, state: 'failed', problem: 'The agent is not signed in. Run claude /login.' }],
    });
    await expect.poll(text).toContain('Run claude /login.');
    const branch = {
      name: 'annotate/1',
      state: 'conflict',
      files: ['a.ts'],
      conflicts: ['a.ts'],
    } satisfies WorkBranch;
    expect(overlay.$('.nga-plan li:last-child')?.textContent).toContain('not finished');
    const resolved = sampleAnnotation({ id, status: 'resolved' });
    overlay.dispatch({ type: 'annotations', annotations: new Map([[id, resolved]]), unsent: new Set() });
    tell({ works: [{ ...ended, state: 'finished', branch }] });
    await expect.poll(text).toContain('conflicts with your files, so nothing was changed: a.ts.');
    expect(overlay.$('[data-nga=accept]')).toBeNull();
    tell({
      works: [{ ...ended, state: 'finished', branch: { ...branch, state: 'applied' } }],
    });
    await expect.poll(text).toContain('annotate/1 was applied: 1 file.');
    tell({
      works: [{ ...ended, state: 'finished', branch: { ...branch, state: 'applied', leftOut: ['b.bin'] } }],
    });
    await expect
      .poll(text)
      .toContain('applied and kept: a filter of git changes b.bin, so that was left out.');
    expect(overlay.$('[data-nga=accept]')).not.toBeNull();
  });
});

describe('a thread after the agent that was started has ended', () => {
  const pending = sampleAnnotation({ id, at: new Date(Date.now() - 60_000) });
  const at = new Date().toISOString();
  const run = { agentName: 'Claude', startedAt: startedAt(), endedAt: at, files: [] };
  const said = (message: string): Annotation => ({
    ...pending,
    status: 'pending',
    answeredAt: at,
    replies: [{ id: uuidOf(9), author: 'agent', message, createdAt: at }],
  });
  const person = { id: uuidOf(8), author: 'user', message: 'The left', createdAt: at } as const;

  it.each<[string, Annotation, AgentRun['outcome'], string, string]>([
    ['asks something', said('Which one?'), 'finished', 'Question', 'asked you'],
    ['says something else', said('It is right as it is.'), 'finished', 'Answered', 'answered'],
    ['says nothing', pending, 'finished', 'No answer', 'ended'],
    ['fails', pending, 'failed', 'Failed', 'failed'],
    [
      'asks, and has its answer',
      { ...pending, replies: [...said('Which one?').replies, person], updatedAt: at },
      'finished',
      'Waiting',
      'ended',
    ],
    ['resolves it', sampleAnnotation({ id, status: 'resolved' }), 'finished', 'Resolved', 'done'],
  ])('that %s', async (_, annotation, outcome, word, ended) => {
    const endedAt = word === 'Waiting' ? startedAt() : at;
    overlay = mounted([{ ...annotation, runs: [{ ...run, endedAt, outcome }] }]);
    const panel = await openThread(overlay, id);
    expect(panel.querySelector('.nga-status')?.textContent).toBe(word);
    expect(panel.querySelector('[data-nga=run]')?.textContent).toMatch(new RegExp(`^Claude · ${ended} · `));
    expect(panel.querySelectorAll('.nga-btn-primary').length).toBeLessThanOrEqual(1);
    const isSilent = word === 'No answer' || word === 'Failed';
    expect(panel.querySelector('.nga-btn-primary[data-nga=resend]') !== null).toBe(isSilent);
  });
});

describe('a question', () => {
  it('is marked at the badge, leads from the list to the thread, and is a sandboxed frame there', async () => {
    overlay = await loaded([sampleAnnotation({ id, status: 'acknowledged' })]);
    overlay.place([{ id, x: 100, y: 100, offscreen: false }]);
    tell({ works: [work], questions: [question] });
    await expect.poll(() => overlay.$('.nga-badge--asks')?.ariaLabel).toMatch(/^An agent asks you\. /);
    overlay.dispatch({ type: 'panel:toggle' });
    await expect.poll(() => overlay.$('[data-nga=asks]')?.textContent).toBe('Claude asks: Run npm test');
    overlay.$('[data-nga=asks]')?.click();
    await expect.poll(() => overlay.$('.nga-thread-panel iframe')).not.toBeNull();
    const frame = overlay.$('.nga-thread-panel iframe');
    expect(frame?.getAttribute('sandbox')).toBe('allow-scripts allow-same-origin');
    expect(frame?.getAttribute('src')).toBe(question.url);
    expect(frame?.title).toBe('Claude asks: Run npm test');
    expect(overlay.$('[data-nga=work] summary')?.textContent).toMatch(/^Claude · waits for your answer · /);
    // An update of the work must not load the frame again.
    tell({ works: [{ ...work, message: 'more' }], questions: [question] });
    expect(overlay.$('.nga-thread-panel iframe')).toBe(frame);
    tell({ works: [work] });
    await expect.poll(() => overlay.$('iframe')).toBeNull();
  });

  it('opens in a window when the person presses an answer in its frame, and for no other page', async () => {
    overlay = mounted([sampleAnnotation({ id })]);
    const opened: unknown[] = [];
    vi.stubGlobal('open', (...args: unknown[]) => void opened.push(args));
    try {
      tell({ questions: [question] });
      overlay.dispatch({ type: 'thread:open', id });
      await expect.poll(() => overlay.$('iframe')).not.toBeNull();
      const source = overlay.root.querySelector('iframe')?.contentWindow ?? null;
      const data = { type: 'annotate:consent', state: 'needs-window', height: 100, pressed: true };
      const { origin } = new URL(question.url);
      for (const init of [
        { origin: 'http://evil.example', source },
        { origin, source: window },
        { origin, source },
      ])
        window.dispatchEvent(new MessageEvent('message', { data, ...init }));
      expect(opened).toEqual([[question.url, '_blank', expect.stringContaining('noopener')]]);
      await expect.poll(() => overlay.$('[data-shown-in=window] a')).not.toBeNull();
    } finally {
      vi.unstubAllGlobals();
    }
  });

  it('is answered in a window when its frame does not say that it is there', async () => {
    overlay = mounted([sampleAnnotation({ id })]);
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
    try {
      tell({ questions: [question] });
      overlay.dispatch({ type: 'thread:open', id });
      await expect.poll(() => overlay.$('iframe')).not.toBeNull();
      // What another page says is not believed.
      const data = { type: 'annotate:consent', state: 'ready', height: 10_000 };
      window.dispatchEvent(
        new MessageEvent('message', { data, origin: 'http://127.0.0.1:9', source: window }),
      );
      await vi.advanceTimersByTimeAsync(4_000);
      await expect.poll(() => overlay.$('[data-shown-in=window] a')).not.toBeNull();
    } finally {
      vi.useRealTimers();
    }
    const link = overlay.$('[data-shown-in=window] a');
    expect([link?.getAttribute('href'), link?.getAttribute('target'), link?.getAttribute('rel')]).toEqual([
      question.url,
      '_blank',
      'noopener noreferrer',
    ]);
  });
});

describe('where no agent listens', () => {
  it('none is offered for what one works on that has not taken it yet', async () => {
    overlay = mounted([sampleAnnotation({ id })]);
    tell({ canStart: true });
    await openThread(overlay, id);
    await expect.poll(() => overlay.$('[data-nga=start-agent]')).not.toBeNull();
    tell({ canStart: true, works: [work] });
    await expect.poll(() => overlay.$('[data-nga=start-agent]')).toBeNull();
    tell({ canStart: true, works: [{ ...work, state: 'failed' }] });
    await expect.poll(() => overlay.$('[data-nga=start-agent]')).not.toBeNull();
  });

  it('one is started from the thread and from the list, after the person was asked', async () => {
    const sent: unknown[] = [];
    vi.stubGlobal('fetch', (...args: unknown[]) => {
      sent.push(args);
      return Promise.resolve(Response.json({}, { status: 202 }));
    });
    overlay = mounted([sampleAnnotation({ id })]);
    await openThread(overlay, id);
    expect(overlay.$('[data-nga=start-agent]')).toBeNull();
    tell({ canStart: true });
    await expect.poll(() => overlay.$('[data-nga=start-agent]')).not.toBeNull();
    overlay.button('Start an agent').click();
    expect(sent).toEqual([['/__annotate/api/work/offer', { method: 'POST' }]]);
    const start = { ...question, kind: 'start', title: 'Which agent shall be started?' } as const;
    const { annotationId, agentName, ...rest } = start;
    tell({ canStart: true, questions: [rest] });
    // Outside of what scrolls, where a part of it could be hidden.
    await expect
      .poll(() => overlay.$('.nga-asked iframe')?.getAttribute('title'))
      .toBe('Which agent shall be started?');
    expect(overlay.$('[data-nga=start-agent]')).toBeNull();
    tell({ canStart: true });
    await expect.poll(() => overlay.button('Start an agent')).not.toBeNull();
    expect(overlay.$('.nga-thread-panel')?.textContent).not.toContain('in a moment');
    tell({ canStart: true, questions: [rest] });
    overlay.dispatch({ type: 'thread:close' });
    overlay.dispatch({ type: 'panel:toggle' });
    await expect.poll(() => overlay.$('.nga-list .nga-box iframe')).not.toBeNull();
    expect(overlay.$('[data-nga=asks]')).toBeNull();
  });

  it.each<[string, Partial<Annotation>, string[], boolean]>([
    ['any agent', {}, ['claude-code'], true],
    ['one that is connected', { assignee: { type: 'agent', name: 'codex' } }, ['codex'], false],
    ['one that is not', { assignee: { type: 'agent', name: 'codex' } }, ['claude-code'], true],
    ['a person', { assignee: { type: 'person', id: uuidOf(5), name: 'Bo' } }, [], false],
  ])('a thread that waits for %s offers one only where it is of use', async (_, more, names, isOffered) => {
    overlay = mounted([{ ...sampleAnnotation({ id }), ...more } as Annotation]);
    connect(names, false);
    tell({ canStart: true });
    await openThread(overlay, id);
    expect(overlay.$('[data-nga=start-agent]') !== null).toBe(isOffered);
  });

  it('a thread that was taken from the agent that listens offers another one', async () => {
    overlay = mounted([{ ...sampleAnnotation({ id }), handedFrom: ['claude-code'] }]);
    connect(['claude-code'], true);
    tell({ canStart: true });
    await openThread(overlay, id);
    expect(overlay.$('[data-nga=start-agent]')).not.toBeNull();
  });

  it.each([
    { what: 'a comment', sent: { id }, opens: '.nga-thread-panel' },
    { what: 'a batch', sent: 'batch', opens: '.nga-list' },
  ] as const)('one is started from the notice that $what was sent', async ({ sent, opens }) => {
    const requests: unknown[] = [];
    vi.stubGlobal('fetch', (...args: unknown[]) => {
      requests.push(args);
      return Promise.resolve(Response.json({}, { status: 202 }));
    });
    overlay = await loaded([sampleAnnotation({ id })]);
    tell({ canStart: true });
    overlay.dispatch({ type: 'notice', notice: { id: 1, tone: 'success', text: 'Sent.', sent } });
    await expect.poll(() => overlay.$('[data-nga=toast]')?.textContent).toBe('Sent.Start an agent');
    overlay.$('[data-nga=start-from-notice]')?.click();
    expect(requests).toEqual([['/__annotate/api/work/offer', { method: 'POST' }]]);
    await expect.poll(() => overlay.$(opens)).not.toBeNull();
    expect(overlay.$('[data-nga=toast]')).toBeNull();
  });

  it('a notice of something else offers none', async () => {
    overlay = await loaded([sampleAnnotation({ id })]);
    tell({ canStart: true });
    overlay.dispatch({ type: 'notice', notice: { id: 1, tone: 'info', text: 'Copied.' } });
    await expect.poll(() => overlay.$('[data-nga=toast]')?.textContent).toBe('Copied.');
  });
});
