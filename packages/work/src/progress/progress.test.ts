import type { SessionUpdate } from '@agentclientprotocol/sdk';
import { describe, expect, it, vi } from 'vitest';

import { filesChangedBy, type Work } from '@annotate-mcp/core';
import { workSchema } from '@annotate-mcp/core/schema';

import { WorkRecord } from './work-record.ts';
import { WorkWriter } from './work-writer.ts';

const began: Work = {
  id: 'a',
  agentName: 'Claude',
  state: 'working',
  startedAt: '2026-11-16T10:00:00.000Z',
  steps: [],
};
const says = (text: string, messageId?: string): SessionUpdate => ({
  sessionUpdate: 'agent_message_chunk',
  content: { type: 'text', text },
  ...(messageId !== undefined && { messageId }),
});

function recordOf(...updates: SessionUpdate[]): WorkRecord {
  const record = new WorkRecord('/project', began);
  for (const update of updates) record.apply(update);
  return record;
}

describe('the record of what an agent does', () => {
  it('adds the parts of a message, and begins another one after a tool call or with another id', () => {
    const call: SessionUpdate = { sessionUpdate: 'tool_call', toolCallId: '1', title: 'Read' };
    expect(recordOf(says('I lo'), says('ok')).work.message).toBe('I look');
    expect(recordOf(says('I look'), call, says('Done')).work.message).toBe('Done');
    expect(recordOf(says('One', 'a'), says('Two', 'b'), says('!', 'b')).work.message).toBe('Two!');
  });

  it('follows a tool call from its beginning to its end, with files of the project as relative paths', () => {
    const record = recordOf(
      {
        sessionUpdate: 'tool_call',
        toolCallId: '1',
        title: 'Edit Card',
        kind: 'edit',
        locations: [
          { path: '/project/src/Card.tsx', line: 3 },
          { path: '/etc/hosts', line: 0 },
        ],
      },
      {
        sessionUpdate: 'tool_call_update',
        toolCallId: '1',
        status: 'completed',
        content: [{ type: 'diff', path: '/project/src/Card.tsx', oldText: 'a\nb\n', newText: 'a\nc\n' }],
      },
      { sessionUpdate: 'tool_call', toolCallId: '2', title: 'Change mode', kind: 'switch_mode' },
    );
    expect(record.work.steps).toMatchObject([
      {
        kind: 'edit',
        status: 'completed',
        files: [{ file: 'src/Card.tsx', line: 3 }, { file: '/etc/hosts' }],
        diffs: [
          {
            file: 'src/Card.tsx',
            patch: expect.stringContaining('@@ -1,2 +1,2 @@\n a\n-b\n+c\n') as unknown,
          },
        ],
      },
      { kind: 'other', title: 'Change mode', status: 'pending' },
    ]);
    expect(filesChangedBy(record.work.steps)).toEqual(['src/Card.tsx']);
    expect(workSchema.safeParse(record.work).success).toBe(true);
  });

  it('does not compare what has changed altogether', () => {
    const text = (word: string) => Array.from({ length: 5_000 }, (_, n) => `${word} ${n}\n`).join('');
    const { work } = recordOf({
      sessionUpdate: 'tool_call',
      toolCallId: '1',
      title: 'Rewrite',
      content: [{ type: 'diff', path: 'a', oldText: text('old'), newText: text('new') }],
    });
    expect(work.steps[0]?.diffs?.[0]?.patch).toContain('So much of the file has changed');
  });

  it('stays small, whatever the agent reports', () => {
    const long = 'x\n'.repeat(15_000);
    const updates = Array.from({ length: 120 }, (_, n): SessionUpdate => ({
      sessionUpdate: 'tool_call',
      toolCallId: `${n}`,
      title: long,
      kind: 'edit',
      content: [{ type: 'diff', path: `/project/${n}`, newText: long }],
    }));
    const { work } = recordOf(...updates, says(long));
    expect(JSON.stringify(work).length).toBeLessThan(400_000);
    expect(work.steps.at(-1)).toMatchObject({ id: '119', diffs: [{ file: '119' }] });
  });
});

describe('writing it', () => {
  it('happens at most ten times a second, and the last state is always written', async () => {
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'performance'] });
    const written: string[] = [];
    const works = {
      save: ({ message = '' }: Work) => {
        written.push(message);
        return Promise.resolve();
      },
      remove: () => Promise.resolve(),
      list: () => Promise.resolve([]),
      subscribe: () => ({ close: () => undefined }),
    };
    const writer = new WorkWriter(works, () => undefined);
    for (let n = 1; n <= 100; n++) {
      writer.write({ ...began, message: `${n}` });
      await vi.advanceTimersByTimeAsync(10);
    }
    await writer.flush();
    vi.useRealTimers();
    expect(written.length).toBeLessThanOrEqual(12);
    expect(written.at(-1)).toBe('100');
  });
});
