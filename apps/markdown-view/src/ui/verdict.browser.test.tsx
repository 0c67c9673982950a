import { afterEach, beforeEach, describe, expect, it } from 'vitest';

import { isWholeDocument } from '@annotate-mcp/core';

import { plan } from '../testing/comments.ts';
import { mount, type Mounted, type MountOptions, press, type, until } from '../testing/mounted.ts';
import { PlayedServer } from '../testing/played-server.ts';

let server: PlayedServer;
let view: Mounted;

beforeEach(() => {
  server = new PlayedServer(plan);
});
afterEach(() => view.unmount());

const batches = () => server.calls.filter(({ name }) => name === 'submit_batch').map(({ args }) => args);
const send = () => view.$('[data-nga=give-verdict]') as HTMLButtonElement;
const choose = (verdict: string) => view.$(`.mdv-verdict input[value=${verdict}]`)?.click();
const offered = () =>
  [...view.root.querySelectorAll<HTMLInputElement>('.mdv-verdict input')].map(({ value }) => value);

async function finish(options?: MountOptions): Promise<void> {
  view = await mount(server, options);
  view.$('[data-nga=verdict]')?.click();
  await until(() => view.$('.mdv-verdicts') !== null);
}

function write(text: string): void {
  const field = view.$('dialog textarea');
  if (!(field instanceof HTMLTextAreaElement)) throw new Error('The dialog has no field.');
  type(field, text);
}

describe('a verdict', () => {
  it('is always offered, and goes with a text and all unsent comments in one call', async () => {
    server.seed('first', 'One', { status: 'draft' });
    server.listen({ waiting: true, agentName: 'claude-code' });
    await finish();
    expect(offered()).toEqual(['approve', 'changes', 'comment']);
    await expect.poll(() => send().textContent).toBe('Request changes and send 1 comment');
    choose('approve');
    await expect.poll(() => send().textContent).toBe('Approve and send 1 comment');
    write('Good work.');
    send().click();
    await until(() => view.$('dialog') === null);
    expect(server.verdict).toMatchObject({ verdict: 'approve', text: 'Good work.' });
    expect([...server.comments.values()]).toMatchObject([{ status: 'pending' }]);
    expect(batches()).toHaveLength(1);
    expect(view.$('.nga-notice')?.textContent).toContain('Approved, with 1 comment. claude-code has it.');
    await expect.poll(view.status).toContain('You approved this');
  });

  it('is given from the keyboard alone', async () => {
    view = await mount(server);
    press(view.$('.document') ?? document.body, 'v');
    await until(() => view.$('.mdv-verdicts') !== null);
    expect(view.$('dialog')?.contains(document.activeElement)).toBe(true);
    write('Fine.');
    const field = view.$('dialog textarea');
    if (field) press(field, 'Enter', { ctrlKey: true });
    await expect.poll(() => server.verdict).toMatchObject({ verdict: 'approve', text: 'Fine.' });
  });

  it.each(['ctrlKey', 'metaKey'] as const)(
    'is sent by Enter with %s from the choice, which has the focus first',
    async (modifier) => {
      await finish();
      const chosen = view.$('.mdv-verdict input:checked');
      expect(document.activeElement).toBe(chosen);
      press(chosen ?? document.body, 'Enter', { [modifier]: true });
      await expect.poll(() => server.verdict).toMatchObject({ verdict: 'approve' });
      await until(() => view.$('dialog') === null);
      expect(batches()).toHaveLength(1);
    },
  );

  it('counts once when its answer is lost and it is sent again, and keeps its text until then', async () => {
    await finish();
    choose('changes');
    await expect.poll(() => send().textContent).toBe('Request changes');
    write('Shorter.');
    server.losesAnswers = 1;
    send().click();
    await until(() => view.$('.nga-notice')?.textContent.includes('Not sent') === true);
    await until(() => !send().disabled);
    send().click();
    await until(() => view.$('dialog') === null);
    const ids = batches().map(({ verdict }) => (verdict as { id: string }).id);
    expect(ids).toEqual([ids[0], ids[0]]);
    view.$('[data-nga=verdict]')?.click();
    await until(() => view.$('dialog textarea') !== null);
    expect((view.$('dialog textarea') as HTMLTextAreaElement).value).toBe('');
  });

  it('that was given before the file changed says so', async () => {
    server.giveVerdict({ id: 'v', verdict: 'changes', at: new Date().toISOString(), outdated: false });
    view = await mount(server);
    await expect.poll(view.status).toContain('You requested changes');
    server.changeFile(`${plan}\nMore.\n`);
    await expect.poll(view.status).toContain('before it changed');
  });

  it('on a plan is to approve or to request changes, and loses no comment', async () => {
    server.asksVerdict = true;
    const draft = server.seed('first', 'One', { status: 'draft' });
    await finish({ width: 375 });
    expect(offered()).toEqual(['approve', 'changes']);
    expect(view.$('dialog')?.textContent).toContain('as it is, without your comments');
    expect(view.$('dialog')?.textContent).not.toContain('or with your comments done');
    choose('approve');
    await expect.poll(() => send().disabled).toBe(true);
    expect(view.$('dialog')?.textContent).toContain('would be lost');
    choose('changes');
    await expect.poll(() => send().disabled).toBe(false);
    send().click();
    await expect.poll(() => server.verdict).toMatchObject({ verdict: 'changes' });
    expect(server.comments.get(draft.id)).toMatchObject({ status: 'pending' });
  });
});

it('a plan is not said to be stored in the project', async () => {
  view = await mount(server);
  expect(view.$('.mdv-toolbar')?.textContent).toContain('Stored in the project');
  view.unmount();
  server.asksVerdict = true;
  server.seed('first', 'One');
  view = await mount(server);
  await view.openCard('One');
  await until(() => view.$('[data-nga=verdict]')?.classList.contains('nga-btn-primary') === true);
  view.button('More').click();
  await until(() => view.$('[role=menu]') !== null);
  expect(view.root.textContent).not.toMatch(/in the project|export|mirror|markers|git/i);
});

describe('the next plan', () => {
  it('opens with the words that changed, and with the comment that asked for it', async () => {
    server.asksVerdict = true;
    const asked = server.seed('second step', 'Too late');
    server.reviewedText = plan;
    server.changeFile(plan.replace('is larger', 'is smaller'));
    server.agentResolves(asked.id, 'My next plan is the answer.');
    view = await mount(server);
    await until(() => view.root.querySelector('.document ins, .document [data-added]') !== null);
    const card = await view.openCard('Too late');
    await expect.poll(() => card.textContent).toContain('larger');
    expect(view.$('[data-nga=changes]')?.ariaPressed).toBe('true');
  });

  it('is not approved while a comment on the one before is open again', async () => {
    server.asksVerdict = true;
    server.seed('first', 'Not done');
    await finish();
    choose('approve');
    await expect.poll(() => send().disabled).toBe(true);
    choose('changes');
    await expect.poll(() => send().disabled).toBe(false);
  });
});

describe('a question about a plan', () => {
  beforeEach(() => {
    server.asksVerdict = true;
  });

  it('is not offered an answer before the verdict, and says that it goes along', async () => {
    server.seed('first', 'One', { status: 'draft' });
    view = await mount(server);
    await view.select('second step');
    expect(view.$('.mdv-selected')?.textContent).toContain('Comment');
    expect(view.root.textContent).not.toContain('Answer');
    press(view.$('.document') ?? document.body, 'a');
    await until(() => view.$('.mdv-composing') !== null);
    expect(view.$('.mdv-composing')?.textContent).not.toContain('Answer now');
    expect(view.$('.mdv-composing')?.textContent).toContain('goes along with it');
    type(view.field(), 'Why?');
    press(view.field(), 'Enter', { ctrlKey: true });
    await until(() => view.card('Why?') !== null && view.$('.mdv-composing') === null);
    const card = await view.openCard('One');
    expect(card.textContent).toContain('Delete');
    expect(card.textContent).not.toMatch(/Answer now|Submit/);
    view.$('[data-nga=verdict]')?.click();
    await until(() => view.$('.mdv-verdicts') !== null);
    await expect.poll(() => send().textContent).toBe('Request changes and send 2 comments');
    send().click();
    await expect.poll(() => server.verdict).toMatchObject({ verdict: 'changes' });
    expect(server.calls.map(({ name }) => name)).not.toContain('answer_now');
  });

  it('offers no change of the text, which the agent would never see', async () => {
    const suggestion = { replacement: 'initial' };
    server.seed('first', 'Rather initial', { suggestion, agentName: 'claude-code' });
    view = await mount(server);
    const box = view.$('.document li.task input');
    await until(() => view.$('.document')?.hasAttribute('data-fixed') === true);
    expect(box?.checkVisibility({ visibilityProperty: true })).toBe(false);
    await view.select('second step');
    expect(view.$('[data-nga=edit-text]')).toBeNull();
    expect(view.$('[data-nga=suggest]')).not.toBeNull();
    press(view.$('.document') ?? document.body, 'i');
    await view.openCard('Rather initial');
    expect(
      [...view.root.querySelectorAll('.mdv-card button')].map(({ textContent }) => textContent),
    ).not.toContain('Apply');
    press(view.card('Rather initial') ?? document.body, 'y');
    expect(view.$('.mdv-source')).toBeNull();
    expect(server.calls.map(({ name }) => name)).not.toContain('save_md');
    expect(server.calls.map(({ name }) => name)).not.toContain('change_comment');
  });

  it('has no key of its own in the list of keys', async () => {
    view = await mount(server);
    press(view.$('.document') ?? document.body, '?');
    await until(() => view.$('.mdv-keys') !== null);
    expect(view.$('.mdv-keys')?.textContent).not.toContain('Ask about');
    expect(view.$('.mdv-keys')?.textContent).not.toContain('edit and review mode');
  });
});

describe('a comment on the whole document', () => {
  const whole = () => [...server.comments.values()].filter(({ anchor }) => isWholeDocument(anchor));

  it('is written without a selection, and is the first card', async () => {
    server.seed('first', 'One');
    view = await mount(server);
    press(view.$('.document') ?? document.body, 'w');
    await until(() => view.$('.mdv-composing') !== null);
    expect(view.$('.mdv-composing')?.textContent).toContain('Whole document');
    type(view.field(), 'Too long.');
    press(view.field(), 'Enter', { ctrlKey: true });
    await expect.poll(whole).toMatchObject([{ annotationText: 'Too long.', status: 'draft' }]);
    const cards = () => [...view.root.querySelectorAll<HTMLElement>('.mdv-card')];
    expect(cards().map(({ ariaLabel }) => ariaLabel)).toEqual([
      'Comment on the whole document',
      'Comment on “first”',
    ]);
    expect(cards()[0]?.textContent).toContain('Whole document');
    server.changeFile('# Another\n');
    await until(() => view.$('.document h1')?.textContent === 'Another');
    expect(view.card('Too long.')?.textContent).not.toContain('Text gone');
  });

  it('is reached from the menu on a small screen', async () => {
    view = await mount(server, { width: 375 });
    view.button('More').click();
    await until(() => view.$('[role=menu]') !== null);
    view.button('Comment on the whole document').click();
    await until(() => view.$('.mdv-composing') !== null);
    expect(view.$('.mdv-composing')?.textContent).toContain('Whole document');
  });
});

it('tells the server under its own name that it is closed', async () => {
  view = await mount(server);
  await view.host.teardown();
  const [poll] = server.calls.filter(({ name }) => name === 'poll_md_commands');
  expect(server.left).toEqual([poll?.args.instance]);
});
