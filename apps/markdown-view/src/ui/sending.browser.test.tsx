import { afterEach, beforeEach, describe, expect, it } from 'vitest';

import { plan } from '../testing/comments.ts';
import { mount, type Mounted, press, type, until } from '../testing/mounted.ts';
import { PlayedServer } from '../testing/played-server.ts';

let server: PlayedServer;
let view: Mounted;

beforeEach(() => {
  server = new PlayedServer(plan);
});
afterEach(() => view.unmount());

const statuses = () =>
  Object.fromEntries(
    [...server.comments.values()].map(({ annotationText, status }) => [annotationText, status]),
  );
const calls = (name: string) => server.calls.filter((call) => call.name === name).map(({ args }) => args);

describe('Submit all', () => {
  it('sends drafts and what is being written as one batch, and tells the host', async () => {
    server.seed('first', 'One', { status: 'draft' });
    view = await mount(server);
    await view.select('second step');
    view.button('Comment C').click();
    await until(() => view.$('.mdv-composing') !== null);
    type(view.field(), 'Two');
    await until(() => view.submitAll().textContent === 'Submit all2');
    view.submitAll().click();
    await expect.poll(statuses).toEqual({ One: 'pending', Two: 'pending' });
    await expect
      .poll(() => view.host.pushed)
      .toEqual([
        { kind: 'context', text: expect.stringContaining('Two') as string },
        { kind: 'message', text: expect.stringContaining('I have 2 comments on docs/plan.md') as string },
      ]);
    expect(view.$('.mdv-composing')).toBeNull();
    expect(view.$('.nga-notice')?.textContent).toContain('Sent 2 comments.');
  });

  it('tells the host nothing when a waiting agent has it already', async () => {
    server.seed('first', 'One', { status: 'draft' });
    server.listening = { waiting: true, agentName: 'claude-code' };
    view = await mount(server);
    expect(view.status()).toContain('claude-code is listening');
    view.submitAll().click();
    await expect.poll(() => view.$('.nga-notice')?.textContent).toContain('claude-code has it.');
    expect(view.host.pushed).toEqual([]);
  });

  it('is sent with the mode, which the server gets too', async () => {
    server.seed('first', 'One', { status: 'draft' });
    view = await mount(server);
    view.button('Review').click();
    await expect.poll(() => view.button('Review').ariaChecked).toBe('true');
    view.submitAll().click();
    await expect.poll(() => calls('submit_batch').map(({ mode }) => mode)).toEqual(['review']);
    expect(server.mode).toBe('review');
  });

  it('loses nothing when it fails, and works the next time', async () => {
    view = await mount(server);
    await view.select('second step');
    view.button('Comment C').click();
    await until(() => view.$('.mdv-composing') !== null);
    type(view.field(), 'Two');
    server.refuses.set('submit_batch', 'The disk is full.');
    await until(() => !view.submitAll().disabled);
    view.submitAll().click();
    await expect.poll(() => view.$('.nga-notice')?.textContent).toContain('The disk is full.');
    expect(view.field().value).toBe('Two');
    server.refuses.clear();
    view.submitAll().click();
    await expect.poll(statuses).toEqual({ Two: 'pending' });
  });

  it('sends no comment twice when the answer was lost', async () => {
    server.seed('first', 'One', { status: 'draft' });
    view = await mount(server);
    server.losesAnswers = 1;
    view.submitAll().click();
    await expect.poll(statuses).toEqual({ One: 'pending' });
    await until(() => view.card('One')?.dataset.status === 'pending');
    expect(server.comments.size).toBe(1);
  });

  it('says that the host takes no messages; the comments are sent anyway', async () => {
    server.seed('first', 'One', { status: 'draft' });
    view = await mount(server);
    view.host.takesMessages = false;
    view.submitAll().click();
    await expect.poll(() => view.$('.nga-notice--info')?.textContent).toContain('Ask your agent');
    expect(statuses()).toEqual({ One: 'pending' });
  });
});

describe('Answer now', () => {
  it('asks only that comment and leaves the batch', async () => {
    server.seed('first', 'One', { status: 'draft' });
    server.seed('larger', 'Why larger?', { status: 'draft' });
    view = await mount(server);
    await view.openCard('Why larger?');
    view.action('Answer now').click();
    await expect.poll(statuses).toEqual({ One: 'draft', 'Why larger?': 'pending' });
    expect(view.host.pushed).toMatchObject([
      { kind: 'message', text: expect.stringContaining('Why larger?') as string },
    ]);
    await until(() => view.card('Why larger?')?.textContent.includes('Only here') ?? false);
    expect(view.submitAll().disabled).toBe(false);
  });

  it.each([
    { name: 'Esc', after: () => press(view.field(), 'Escape') },
    { name: 'Discard', after: () => view.action('Discard').click() },
    { name: 'a click into the text', after: () => view.$('.document h1')?.click() },
  ])('is not taken back by $name right after it', async ({ after }) => {
    view = await mount(server);
    await view.select('second step');
    view.button('Comment C').click();
    await until(() => view.$('.mdv-composing') !== null);
    type(view.field(), 'Why two?');
    await until(() => !view.action('Answer now').disabled);
    view.action('Answer now').click();
    after();
    await expect.poll(statuses).toEqual({ 'Why two?': 'pending' });
    await until(() => view.card('Why two?') !== null);
    expect(statuses()).toEqual({ 'Why two?': 'pending' });
  });

  it('asks about selected text with the first press', async () => {
    view = await mount(server);
    await view.select('second step');
    view.button('Answer… A').click();
    await until(() => view.$('.mdv-composing') !== null);
    type(view.field(), 'Which?');
    await until(() => !view.action('Answer now').disabled);
    view.action('Answer now').click();
    await expect.poll(statuses).toEqual({ 'Which?': 'pending' });
    expect([...server.comments.values()][0]?.store).toBe('memory');
  });
});

it('submits one comment of the batch', async () => {
  server.seed('first', 'One', { status: 'draft' });
  server.seed('larger', 'Two', { status: 'draft' });
  view = await mount(server);
  await view.openCard('Two');
  view.action('Submit').click();
  await expect.poll(statuses).toEqual({ One: 'draft', Two: 'pending' });
});

describe('the status line', () => {
  it('says that no agent is listening, and offers a prompt to copy', async () => {
    view = await mount(server, { kind: 'page' });
    expect(view.status()).toContain('No agent is listening: ask yours to get the comments');
    expect(view.button('Copy').disabled).toBe(false);
    server.listen({ waiting: true, agentName: 'claude-code' });
    await expect.poll(view.status).toContain('claude-code is listening');
    expect(() => view.button('Copy')).toThrow();
  });

  it('shows a problem with the file, and the text stays', async () => {
    view = await mount(server);
    server.push({ type: 'problem', problem: 'docs/plan.md was deleted.' });
    await expect.poll(view.status).toContain('docs/plan.md was deleted.');
    expect(view.$('.document h1')?.textContent).toBe('Plan');
  });
});

describe('before a batch is lost', () => {
  it('asks, and sends it on request', async () => {
    server.seed('first', 'One', { status: 'draft' });
    view = await mount(server);
    view.button('More').click();
    await until(() => view.$('.mdv-menu') !== null);
    view.button('Close the review').click();
    await until(() => view.$('dialog') !== null);
    expect(view.host.closed).toBe(false);
    view.button('Submit and close').click();
    await expect.poll(() => view.host.closed).toBe(true);
    expect(statuses()).toEqual({ One: 'pending' });
  });

  it('discards only after a confirmation', async () => {
    server.seed('first', 'One', { status: 'draft' });
    view = await mount(server);
    view.button('More').click();
    await until(() => view.$('.mdv-menu') !== null);
    view.button('Discard the batch…').click();
    await until(() => view.$('dialog') !== null);
    expect(server.comments.size).toBe(1);
    view.button('Discard 1 comment').click();
    await expect.poll(() => server.comments.size).toBe(0);
  });
});
