import { afterEach, beforeEach, describe, expect, it } from 'vitest';

import { dismiss } from '@annotate-mcp/core';

import { plan } from '../testing/comments.ts';
import { mount, type Mounted, press, type, until } from '../testing/mounted.ts';
import { PlayedServer } from '../testing/played-server.ts';

let server: PlayedServer;
let view: Mounted;

beforeEach(() => {
  server = new PlayedServer(plan);
});
afterEach(() => view.unmount());

const changes = () =>
  server.calls.filter(({ name }) => name === 'change_comment').map(({ args }) => args.change);

describe('a thread', () => {
  it('shows replies of the agent when they arrive, with its name and Markdown', async () => {
    const { id } = server.seed('first', 'Why?');
    view = await mount(server);
    await view.openCard('Why?');
    server.agentTakes(id);
    server.agentReplies(id, 'Because it is **first**.');
    await until(() => view.$('.nga-reply strong')?.textContent === 'first');
    expect(view.$('.nga-reply')?.textContent).toContain('claude-code');
    expect(view.card('Why?')?.textContent).toContain('In progress');
  });

  it('says which agent is on it, is sent to another one, and shows why it was dismissed', async () => {
    const { id } = server.seed('first', 'Why?');
    view = await mount(server);
    await until(() => view.card('Why?') !== null);
    server.agentTakes(id);
    await until(() => view.card('Why?')?.textContent.includes('claude-code is on it.') ?? false);
    await view.openCard('Why?');
    view.action('Send again').click();
    await until(() => view.card('Why?')?.dataset.status === 'pending');
    server.change(id, (comment, by, at) =>
      dismiss(comment, by, at, { id: crypto.randomUUID(), message: 'It is said below.' }),
    );
    await until(() => view.card('Why?')?.dataset.status === 'dismissed');
    expect(view.$('.nga-reply')?.textContent).toContain('Dismissed: It is said below.');
  });

  it('shows the words of a reply without its markup while it is folded', async () => {
    const { id } = server.seed('first', 'Why?');
    server.agentReplies(id, 'Set `IMPORT_MAX_ROWS` to **2*3*4**.');
    view = await mount(server);
    await until(() => view.$('.mdv-last') !== null);
    expect(view.$('.mdv-last')?.textContent).toBe('claude-code: Set IMPORT_MAX_ROWS to 2*3*4.');
  });

  it('is assigned to an agent or a person of the document, and back to all', async () => {
    const { id } = server.seed('first', 'Why?');
    server.agentReplies(id, 'Because.');
    view = await mount(server);
    const card = await view.openCard('Why?');
    const select = () => card.querySelector<HTMLSelectElement>('[data-nga=assignee] select');
    const choose = async (name: string, assignee: object | null) => {
      const field = select();
      if (!field) throw new Error('There is no field to assign the comment with.');
      field.value = [...field.options].find(({ text }) => text === name)?.value ?? '';
      field.dispatchEvent(new Event('change', { bubbles: true }));
      await until(() => JSON.stringify(changes().at(-1)) === JSON.stringify({ type: 'assign', assignee }));
      await until(() => select()?.selectedOptions[0]?.text === name && !card.matches('[aria-busy=true]'));
    };
    await choose('claude-code (agent)', { type: 'agent', name: 'claude-code' });
    await choose('Unassigned', null);
  });

  it('mentions whom an @ offers', async () => {
    const { id } = server.seed('first', 'Why?');
    server.agentReplies(id, 'Because.');
    view = await mount(server);
    await view.openCard('Why?');
    type(view.field(), '@cl');
    await until(() => view.$('[role=listbox]') !== null);
    press(view.field(), 'Enter');
    await until(() => view.field().value.startsWith('@claude-code'));
    type(view.field(), '@claude-code why is that?');
    press(view.field(), 'Enter', { ctrlKey: true });
    await until(() => changes().length === 1);
    expect(changes()).toMatchObject([
      {
        type: 'reply',
        text: '@claude-code why is that?',
        mentions: [{ type: 'agent', name: 'claude-code' }],
      },
    ]);
  });

  it('is replied to, and keeps a reply that could not be sent', async () => {
    server.seed('first', 'Why?');
    view = await mount(server);
    await view.openCard('Why?');
    server.refuses.set('change_comment', 'The disk is full.');
    type(view.field(), 'I mean it');
    press(view.field(), 'Enter', { ctrlKey: true });
    await until(() => view.$('.nga-notice--problem') !== null);
    expect(view.field().value).toBe('I mean it');
    server.refuses.clear();
    view.action('Reply').click();
    await until(() => view.$('.nga-reply--user')?.textContent.includes('I mean it') ?? false);
    expect(view.field().value).toBe('');
  });

  it('is edited, resolved, opened again and accepted', async () => {
    const { id } = server.seed('first', 'Why?');
    view = await mount(server);
    await view.openCard('Why?');
    view.action('Edit').click();
    await until(() => view.field().value === 'Why?');
    type(view.field(), 'Why first?');
    await until(() => view.state.get().fieldTexts.size === 1);
    view.action('Save').click();
    await expect.poll(() => server.comments.get(id)?.annotationText).toBe('Why first?');
    await until(() => view.card('Why first?')?.textContent.includes('Resolve') ?? false);
    view.action('Resolve').click();
    await until(() => view.card('Why first?')?.dataset.status === 'resolved');
    view.action('Re-open').click();
    await until(() => view.card('Why first?')?.dataset.status === 'pending');
    server.agentResolves(id, 'Done.');
    await until(() => view.card('Why first?')?.textContent.includes('Accept') ?? false);
    view.action('Accept').click();
    await until(() => view.card('Why first?')?.textContent.includes('Accepted') ?? false);
  });

  it('stays open while its edit field is empty', async () => {
    server.seed('first', 'Why?');
    view = await mount(server);
    await view.openCard('Why?');
    view.action('Edit').click();
    await until(() => view.field().value === 'Why?');
    type(view.field(), '');
    await until(() => view.action('Save').disabled);
    type(view.field(), 'How?');
    await until(() => !view.action('Save').disabled);
    view.action('Cancel').click();
    await until(() => view.card('Why?')?.textContent.includes('Resolve') ?? false);
  });

  it('is no longer waiting once it is answered', async () => {
    const { id } = server.seed('first', 'Why?', { store: 'memory' });
    view = await mount(server);
    await view.openCard('Why?');
    expect(view.card('Why?')?.textContent).toContain('The answer is shown here');
    server.agentReplies(id, 'Because.');
    await until(() => view.card('Why?')?.textContent.includes('Answered') ?? false);
    expect(view.card('Why?')?.textContent).not.toMatch(/Waiting|The answer is shown here/);
  });

  it('is found from the status line when its text is gone', async () => {
    const { id } = server.seed('first', 'Why?', { anchorState: 'stale' });
    view = await mount(server);
    await until(() => view.status().includes('1 comment lost its place'));
    view.button('1 comment lost its place').click();
    await until(() => document.activeElement?.getAttribute('data-id') === id);
    expect(view.card('Why?')?.textContent).toContain('Select its place');
  });

  it('is stored where its author chooses', async () => {
    const { id } = server.seed('first', 'Why?', { store: 'memory' });
    view = await mount(server);
    await view.openCard('Why?');
    view.action('Pin').click();
    await expect.poll(() => server.comments.get(id)?.store).toBe('sidecar');
    const select = view.$('.mdv-quiet select');
    if (!(select instanceof HTMLSelectElement)) throw new Error('There is no choice.');
    expect([...select.options].map(({ text }) => text)).toEqual(['In the project', 'In the file']);
    select.selectedIndex = 1;
    select.dispatchEvent(new Event('change', { bubbles: true }));
    await expect.poll(() => server.comments.get(id)?.store).toBe('inline');
  });

  it('is deleted only by a second click', async () => {
    server.seed('first', 'Why?', { status: 'draft' });
    view = await mount(server);
    await view.openCard('Why?');
    view.action('Delete').click();
    await until(() => view.card('Why?')?.textContent.includes('Delete? Click again') ?? false);
    expect(server.comments.size).toBe(1);
    view.action('Delete? Click again').focus();
    const answer = Promise.withResolvers<undefined>();
    server.held = answer.promise;
    view.action('Delete? Click again').click();
    await until(() => view.card('Why?')?.matches('[aria-busy=true]') ?? false);
    // The browser takes the focus from a button that is disabled when it draws the next frame.
    for (let frame = 0; frame < 2; frame++) await new Promise(requestAnimationFrame);
    answer.resolve(undefined);
    await expect.poll(() => server.comments.size).toBe(0);
    await until(() => view.card('Why?') === null);
    expect(document.activeElement?.className).toBe('document');
  });
});

describe('in review mode', () => {
  it('approves with a comment: the comment first, then the approval', async () => {
    const { id } = server.seed('first', 'Split it', { intent: 'review' });
    view = await mount(server);
    await view.openCard('Split it');
    type(view.field(), 'But keep the title');
    await until(() => view.card('Split it')?.textContent.includes('Approve with comment') ?? false);
    view.action('Approve with comment').click();
    await expect.poll(() => server.comments.get(id)?.intent).toBe('edit');
    expect(changes()).toMatchObject([{ type: 'reply', text: 'But keep the title' }, { type: 'approve' }]);
  });

  it('says that an approved item waits for the agent, not that the agent has replied', async () => {
    const { id } = server.seed('first', 'Why?', { intent: 'review' });
    server.agentReplies(id, 'I would say so.');
    view = await mount(server);
    await view.openCard('Why?');
    view.action('Approve').click();
    await until(() => server.comments.get(id)?.intent === 'edit');
    await until(() => !(view.card('Why?')?.textContent.includes('To approve') ?? true));
    expect(view.card('Why?')?.querySelector('.nga-chip')?.textContent).toBe('Waiting');
  });

  it('declines', async () => {
    const { id } = server.seed('first', 'Split it', { intent: 'review' });
    view = await mount(server);
    await view.openCard('Split it');
    view.action('Decline').click();
    await expect.poll(() => server.comments.get(id)?.status).toBe('dismissed');
  });
});

describe('comments and their text', () => {
  it('are beside each other and do not overlap', async () => {
    for (const quote of ['first', 'step is', 'small', 'second', 'larger', 'Nothing'])
      server.seed(quote, `On ${quote}`);
    view = await mount(server);
    await until(() => view.root.querySelectorAll('.mdv-place[data-placed]').length === 6);
    const overlaps = () => {
      const boxes = [...view.root.querySelectorAll('.mdv-place')].map((place) =>
        place.getBoundingClientRect(),
      );
      boxes.sort((a, b) => a.top - b.top);
      return boxes.filter(({ top }, at) => top < (boxes[at - 1]?.bottom ?? 0));
    };
    await expect.poll(overlaps).toEqual([]);
    await view.openCard('On larger');
    await expect.poll(overlaps).toEqual([]);
  });

  it('follow the file when it changes on disk', async () => {
    server.seed('second step', 'Smaller');
    view = await mount(server);
    server.changeFile(plan.replace('# Plan\n', '# Plan\n\nA new paragraph, above all others.\n'));
    await until(() => view.$('.document')?.textContent.includes('A new paragraph') ?? false);
    const comment = [...view.state.get().comments.values()][0];
    expect(comment?.anchor.char_start).toBe(server.text.indexOf('second step'));
  });

  it('are grouped when their text is gone, and linked again by a selection', async () => {
    const { id } = server.seed('Nothing else is planned', 'Really?');
    view = await mount(server);
    server.changeFile(plan.replace('Nothing else is planned.', ''));
    await until(() => view.$('.mdv-lost') !== null);
    expect(view.$('.mdv-lost summary')?.textContent).toContain('Lost their place');
    await view.openCard('Really?');
    expect(view.card('Really?')?.textContent).toContain('Nothing else is planned');
    view.action('Select its place').click();
    await until(() => view.$('.mdv-hint') !== null);
    await view.select('second step');
    view.button('Link the comment here').click();
    await expect.poll(() => server.comments.get(id)?.anchor.quote).toBe('second step');
    await until(() => view.$('.mdv-lost') === null);
  });

  it('are hidden when they are closed, until all are shown', async () => {
    server.seed('first', 'Done', { status: 'resolved' });
    view = await mount(server);
    expect(view.card('Done')).toBeNull();
    press(view.$('.document') ?? document.body, 'f');
    await until(() => view.card('Done') !== null);
  });

  it('are opened when the agent scrolls to them', async () => {
    const { id } = server.seed('Nothing else', 'Here');
    view = await mount(server);
    server.push({ type: 'scroll_to', target: { commentId: id } });
    await until(() => view.card('Here')?.getAttribute('aria-current') === 'true');
  });
});
