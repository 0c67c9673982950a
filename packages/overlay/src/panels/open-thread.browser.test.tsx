import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';

import type { Annotation } from '@annotate-mcp/core';
import { sampleAnnotation, sampleOutsideReply, uuidOf } from '@annotate-mcp/core/testing';

import { loaded, mounted, type Mounted, openThread, patience, press, type } from './testing/mounted.tsx';

let overlay: Mounted;

// The browser remembers 250 requests, and the overlay has as many modules.
beforeEach(() => performance.clearResourceTimings());
afterEach(() => overlay.unmount());

describe('a thread', () => {
  const id = uuidOf(1);
  const done = {
    ...sampleAnnotation({ id, status: 'resolved' }),
    replies: [
      {
        id: uuidOf(2),
        author: 'agent',
        agentName: 'claude-code',
        createdAt: new Date().toISOString(),
        message: 'Done in **src/app/card.ts:12**',
      },
      { id: uuidOf(3), author: 'user', createdAt: new Date().toISOString(), message: 'Thanks' },
    ],
  } as const;

  it('shows the request, the status and the replies with who said them', async () => {
    overlay = mounted([{ ...done, replies: [...done.replies] }]);
    const panel = await openThread(overlay, id);
    expect(panel.querySelector('.nga-status--resolved')?.textContent).toBe('Resolved');
    expect(panel.querySelector('.nga-thread-request')?.textContent).toContain('Make the price bold');
    expect(panel.querySelector('.nga-reply--agent')?.textContent).toContain('claude-codenow');
    expect(panel.querySelector('.nga-reply--user')?.textContent).toContain('Thanks');
    await expect
      .poll(() => panel.querySelector('.nga-reply strong .nga-file')?.textContent, { timeout: 10_000 })
      .toBe('src/app/card.ts:12');
  });

  it('that came with the repository says so, shows who it claims to be, and is trusted before anything else', async () => {
    const theirs = { ...done, status: 'pending', origin: 'repository', replies: [...done.replies] } as const;
    overlay = mounted([{ ...theirs, replies: [...done.replies] }]);
    const panel = await openThread(overlay, id);
    expect(panel.querySelector('[data-nga=from-repository]')?.textContent).toContain('Not trusted.');
    expect(panel.querySelector('.nga-thread-request .nga-who')?.textContent).toMatch(/^Author 00000000/);
    expect(panel.querySelector('.nga-reply--user')?.textContent).toMatch(/^Author 00000000/);
    expect(panel.textContent).not.toContain('You');
    expect(panel.querySelector('.nga-thread-input')).toBeNull();
    overlay.button('Trust').click();
    expect(overlay.called).toEqual([['adopt', id]]);
  });

  it('shows replies from a pull request as plain text in a box, where they are adopted', async () => {
    const outside = sampleOutsideReply(1, '**bold** [a link](https://evil.example)\n<b>x</b>');
    const adopted = { ...sampleOutsideReply(2), authorName: 'grace' };
    overlay = mounted([{ ...sampleAnnotation({ id }), replies: [adopted], outsideReplies: [outside] }]);
    const panel = await openThread(overlay, id);
    const box = panel.querySelector('[data-nga=outside-replies]');
    expect(box?.textContent).toContain('1 reply from GitHub. No agent sees it until you trust it.');
    expect(box?.textContent).toContain('octocat via GitHub');
    expect(box?.textContent).toContain(outside.message);
    expect(box?.querySelector('a, strong')).toBeNull();
    expect(panel.querySelector('[data-nga=reply-user] .nga-who')?.textContent).toMatch(/^grace via GitHub/);
    overlay.button('Trust this reply').click();
    expect(overlay.called).toEqual([['adopt', id]]);
  });

  it('shows the picture that an agent took of what it did', async () => {
    const proof = { ...done.replies[0], screenshot: 'after.jpg' };
    overlay = mounted([{ ...done, replies: [proof] }]);
    const panel = await openThread(overlay, id);
    const address = new URL('/__annotate/api/attachments/after.jpg', location.href).href;
    await expect.poll(() => performance.getEntriesByName(address)).not.toHaveLength(0);
    const reply = panel.querySelector('.nga-reply--agent');
    await expect.poll(() => reply?.textContent).toContain('With a screenshot, which cannot be shown here.');
  });

  it('is accepted, or re-opened with what was written', async () => {
    overlay = mounted([{ ...done, replies: [] }]);
    await openThread(overlay, id);
    overlay.button('Accept').click();
    overlay.button('Re-open').click();
    type(overlay.field('.nga-thread-input'), ' still thin ');
    overlay.button('Re-open').click();
    expect(overlay.called).toEqual([
      ['accept', id],
      ['reopen', id],
      ['reopen', id, 'still thin', []],
    ]);
    expect(overlay.state().kept.size).toBe(0);
  });

  it('stays where it is read when its element goes out of sight, and has no height but its own', async () => {
    overlay = await loaded([{ ...done, replies: [...done.replies] }]);
    overlay.place([{ id, x: 200, y: 60, offscreen: false }]);
    const panel = await openThread(overlay, id);
    await expect.poll(() => panel.style.left).not.toBe('');
    const before = panel.getBoundingClientRect();
    overlay.place([{ id, x: 200, y: -60, offscreen: true }]);
    await expect.poll(() => overlay.$('.nga-badge[data-offscreen]')).not.toBeNull();
    const { x, y, height } = panel.getBoundingClientRect();
    expect([x, y, height]).toEqual([before.x, before.y, before.height]);
    expect(panel.hasAttribute('data-docked')).toBe(false);
  });

  it('keeps the focus when the button that had it goes or is disabled', async () => {
    overlay = await loaded([{ ...done, replies: [...done.replies] }]);
    const panel = await openThread(overlay, id);
    overlay.button('Accept').focus();
    const told = (annotation: Annotation) =>
      overlay.dispatch({ type: 'annotations', annotations: new Map([[id, annotation]]), unsent: new Set() });
    told(sampleAnnotation({ id }));
    await expect.poll(() => overlay.$('[data-nga=accept]')).toBeNull();
    await expect.poll(() => overlay.root.activeElement).toBe(panel);
    const field = overlay.field('.nga-thread-input');
    type(field, 'Bold');
    await expect.poll(() => overlay.button('Reply').disabled).toBe(false);
    overlay.button('Reply').focus();
    overlay.button('Reply').click();
    await expect.poll(() => overlay.root.activeElement).toBe(field);
  });

  it('gives the focus to the launcher when its badge went with it', async () => {
    overlay = await loaded([{ ...done, replies: [...done.replies] }]);
    overlay.place([{ id, x: 200, y: 60, offscreen: false }]);
    await expect.poll(() => overlay.$('.nga-badge')).not.toBeNull();
    overlay.$('.nga-badge')?.focus();
    await openThread(overlay, id);
    overlay.dispatch({ type: 'annotations', annotations: new Map(), unsent: new Set() });
    await expect.poll(() => overlay.$('.nga-thread-panel')).toBeNull();
    await expect.poll(() => overlay.root.activeElement?.className).toBe('nga-launcher');
  });

  it('is handed over to an agent that is connected, or to one that is to be started', async () => {
    overlay = mounted([{ ...done, replies: [...done.replies] }]);
    const connected = ['claude-code', 'codex'].map((agentName) => ({
      agentId: agentName,
      agentName,
      waiting: false,
      since: done.createdAt,
    }));
    overlay.dispatch({ type: 'agents', agents: connected });
    const panel = await openThread(overlay, id);
    const group = () => panel.querySelector<HTMLElement>('[data-nga=hand-over]');
    overlay.button('Hand over').focus();
    overlay.button('Hand over').click();
    await expect.poll(() => overlay.root.activeElement?.getAttribute('data-nga')).toBe('hand-over');
    const names = [...(group()?.querySelectorAll('button') ?? [])].map(({ textContent }) => textContent);
    expect(names).toEqual(['codex', 'Cancel']);
    expect(group()?.textContent).toContain('gets what claude-code tried');
    overlay.button('codex').click();
    expect(overlay.called).toEqual([['handOver', id, 'codex']]);
    await expect.poll(() => overlay.root.activeElement?.getAttribute('data-nga')).toBe('handOver');
    expect(group()).toBeNull();
  });

  it('that no other agent can take over says how to get one, and what was tried before', async () => {
    const tried = [{ agentName: 'claude-code', at: done.createdAt, takenBack: true as const }];
    overlay = mounted([{ ...done, tried, replies: [...done.replies] }]);
    const panel = await openThread(overlay, id);
    expect(panel.querySelector('[data-nga=tried]')?.textContent).toBe(
      'claude-code tried it before: taken back',
    );
    overlay.button('Hand over').click();
    await expect.poll(() => panel.textContent).toContain('No other agent is connected.');
    overlay.button('Cancel').click();
    expect(overlay.called).toEqual([]);
  });

  it('is re-opened by a reply, because no agent reads a closed one', async () => {
    overlay = mounted([{ ...done, replies: [] }]);
    await openThread(overlay, id);
    const field = overlay.field('.nga-thread-input');
    type(field, 'still thin');
    press(field, 'Enter', { ctrlKey: true });
    expect(overlay.called).toEqual([['reopen', id, 'still thin', []]]);
  });

  it('shows what was sent along', async () => {
    const sent = sampleAnnotation({ id });
    if (sent.kind !== 'component') throw new Error('The sample is of another kind.');
    const { componentName, selector, componentFilePath, inputs, domSnapshot, componentTreePath } = sent;
    const other = { componentName, selector, componentFilePath, inputs, domSnapshot, componentTreePath };
    overlay = mounted([
      {
        ...sent,
        screenshot: 'abc.png',
        pictures: ['def.webp', 'ghi.webp'],
        consoleErrors: ['error: no price', 'error: no name'],
        targets: [{ ...other, componentName: 'Second' }],
      },
    ]);
    const panel = await openThread(overlay, id);
    expect(panel.querySelector('h2')?.textContent).toBe('2 elements');
    const names = [...panel.querySelectorAll('.nga-targets b:first-child')].map((one) => one.textContent);
    expect(names).toEqual([componentName, 'Second']);
    expect(panel.querySelector('summary')?.textContent).toBe('2 console errors');
    expect(panel.querySelector('.nga-console pre')?.textContent).toBe('error: no price\nerror: no name');
    for (const name of ['abc.png', 'def.webp', 'ghi.webp']) {
      const address = new URL(`/__annotate/api/attachments/${name}`, location.href).href;
      await expect.poll(() => performance.getEntriesByName(address)).not.toHaveLength(0);
    }
    // There is no hub here: it says so instead of showing a broken picture.
    await expect.poll(() => panel.textContent).toContain('With a screenshot, which cannot be shown here.');
    await expect.poll(() => panel.textContent).toContain('With picture 2, which cannot be shown here.');
  });

  it('deletes on the second click, and forgets the first after three seconds', async () => {
    overlay = mounted([{ ...done, replies: [] }]);
    await openThread(overlay, id);
    vi.useFakeTimers();
    try {
      overlay.button('Delete').click();
      await vi.advanceTimersByTimeAsync(50);
      expect(overlay.button('Delete').textContent).toBe('Delete? Click again');
      await vi.advanceTimersByTimeAsync(3000);
      expect(overlay.button('Delete').textContent).toBe('Delete');
      overlay.button('Delete').click();
      await vi.advanceTimersByTimeAsync(50);
      expect(overlay.called).toEqual([]);
      overlay.button('Delete').click();
      expect(overlay.called).toEqual([['delete', id]]);
    } finally {
      vi.useRealTimers();
    }
  });

  it('replies with Ctrl+Enter and empties the field', async () => {
    overlay = mounted([sampleAnnotation({ id, status: 'acknowledged' })]);
    const panel = await openThread(overlay, id);
    const field = overlay.field('.nga-thread-input');
    type(field, 'only on sale');
    press(field, 'Enter', { ctrlKey: true });
    expect(overlay.called).toEqual([['reply', id, 'only on sale', []]]);
    expect(field.value).toBe('');
    expect(panel.textContent).toContain('claude-code is on it.');
    overlay.button('Send again').click();
    overlay.button('Take back').click();
    await expect.poll(() => overlay.button('Take back?').textContent).toContain('Click again');
    expect(overlay.called.slice(1)).toEqual([['release', id]]);
    overlay.button('Take back?').click();
    expect(overlay.called.slice(1)).toEqual([
      ['release', id],
      ['delete', id],
    ]);
  });

  it('edits a waiting one', async () => {
    overlay = mounted([sampleAnnotation({ id })]);
    const panel = await openThread(overlay, id);
    overlay.button('Edit').click();
    const field = await vi.waitFor(() => {
      const found = panel.querySelector<HTMLTextAreaElement>('.nga-thread-request textarea');
      if (!found) throw new Error('No editor.');
      return found;
    }, patience);
    expect(overlay.root.activeElement).toBe(field);
    type(field, 'Make it red');
    await expect.poll(() => field.value).toBe('Make it red');
    press(field, 'Enter', { metaKey: true });
    expect(overlay.called).toEqual([['edit', id, 'Make it red', []]]);
  });

  it('keeps a change that was begun and not saved', async () => {
    overlay = mounted([sampleAnnotation({ id })]);
    const panel = await openThread(overlay, id);
    const editor = () => overlay.$('.nga-thread-request textarea') as HTMLTextAreaElement | null;
    overlay.button('Edit').click();
    await expect.poll(editor).not.toBeNull();
    type(overlay.field('.nga-thread-request textarea'), 'Make it red');
    overlay.dispatch({ type: 'escape' });
    await expect.poll(() => panel.isConnected).toBe(false);
    await openThread(overlay, id);
    expect(editor()?.value).toBe('Make it red');
    overlay.button('Cancel').click();
    await expect.poll(editor).toBeNull();
    expect(overlay.state().kept.size).toBe(0);
  });

  it('sends the batch from a draft', async () => {
    overlay = mounted([sampleAnnotation({ id, status: 'draft' })]);
    await openThread(overlay, id);
    expect(overlay.$('.nga-thread-input')).toBeNull();
    overlay.button('Send 1 to agent').click();
    expect(overlay.called).toEqual([['submitBatch']]);
  });

  it('says where a lost element was and lets one point at it again', async () => {
    overlay = mounted([sampleAnnotation({ id })]);
    overlay.dispatch({ type: 'lost', ids: new Set([id]) });
    const panel = await openThread(overlay, id);
    expect(panel.textContent).toContain(
      'The element is gone. It was PriceTagComponent in src/app/price-tag.component.html:3 on /cart.',
    );
    overlay.button('Point at it again').click();
    expect(overlay.called).toEqual([['relink', id]]);
  });

  it('says without alarm that the element is gone which an agent may have removed on request', async () => {
    overlay = mounted([sampleAnnotation({ id, status: 'resolved' })]);
    overlay.dispatch({ type: 'lost', ids: new Set([id]) });
    const panel = await openThread(overlay, id);
    expect(panel.textContent).toContain('The element is gone.');
    expect(panel.querySelector('.nga-box--lost')).toBeNull();
    expect(panel.querySelector('.nga-status--resolved')?.textContent).toBe('Resolved');
  });

  it('says that the file was changed since it was resolved', async () => {
    const resolved = sampleAnnotation({ id, status: 'resolved' });
    overlay = mounted([{ ...resolved, status: 'resolved', changedSince: true }]);
    const panel = await openThread(overlay, id);
    expect(panel.querySelector('.nga-status--changed')?.textContent).toBe('Changed since');
    expect(panel.textContent).toContain('what the agent did is not in it any more');
    expect(overlay.button('Re-open')).toBeDefined();
  });
});
