/** What changed at the passage of a comment, as its author sees it before they accept. */
import { afterEach, beforeEach, describe, expect, it } from 'vitest';

import { plan } from '../testing/comments.ts';
import { mount, type Mounted, until } from '../testing/mounted.ts';
import { PlayedServer } from '../testing/played-server.ts';

let server: PlayedServer;
let view: Mounted;

beforeEach(() => {
  server = new PlayedServer(plan);
});
afterEach(() => view.unmount());

const toggle = () => view.$('[data-nga=changes]');

describe('a comment that the agent has resolved', () => {
  async function resolved(quote: string, text: string): Promise<HTMLElement> {
    server.reviewedText = plan;
    const { id } = server.seed(quote, 'Do it');
    view = await mount(server);
    server.changeFile(text);
    server.agentResolves(id, 'Done.');
    await until(() => toggle() !== null && view.card('Done.') !== null);
    view.card('Do it')?.click();
    await until(() => view.$('.mdv-was') !== null);
    return view.$('.mdv-was') ?? document.body;
  }

  it('shows the passage before and after, above Accept', async () => {
    const was = await resolved('The first step is small.', plan.replace('is small', 'is tiny'));
    expect(was.querySelector('del')?.textContent).toBe('small');
    expect(was.querySelector('ins')?.textContent).toBe('tiny');
    expect(was.compareDocumentPosition(view.action('Accept'))).toBe(Node.DOCUMENT_POSITION_FOLLOWING);
  });

  it('shows all the words that came instead of its last one', async () => {
    const was = await resolved('first step is small', plan.replace('is small', 'is very tiny indeed'));
    expect(was.textContent).toBe('first step is smallvery tiny indeed');
  });

  it('shows its paragraph when the quoted words stayed', async () => {
    const was = await resolved('second step', plan.replace('is larger', 'is much larger'));
    expect(was.querySelector('ins')?.textContent.trim()).toBe('much');
  });

  it('shows what became of a passage that is gone', async () => {
    const was = await resolved('Nothing else is planned.', plan.replace('Nothing else is planned.\n', ''));
    expect(was.querySelector('del')?.textContent).toBe('Nothing else is planned.');
  });

  it('says that nothing changed here, and leads to what did', async () => {
    const was = await resolved('Nothing else is planned.', plan.replace('is small', 'is tiny'));
    expect(was.textContent).toContain('Nothing changed here. 1 other passage changed');
    const [link] = was.querySelectorAll('button');
    expect(link?.textContent).toBe('The first step is tiny.');
    link?.click();
    await until(() => view.$('.mdv-changes')?.textContent.includes('1 of 1') ?? false);
    expect(view.$('.document ins')?.textContent).toBe('tiny');
  });

  it('is compared with its own words after the changes were reviewed', async () => {
    await resolved('The first step is small.', plan.replace('is small', 'is tiny'));
    toggle()?.click();
    await until(() => view.$('.mdv-changes') !== null);
    view.button('Mark as reviewed').click();
    await until(() => toggle() === null);
    expect(view.$('.mdv-was ins')?.textContent).toBe('tiny');
  });
});

it('a question that was only asked shows no change from before it', async () => {
  server.reviewedText = plan;
  const { id } = server.seed('second step', 'Why?', { store: 'memory' });
  view = await mount(server);
  server.changeFile(plan.replace('is larger', 'is much larger'));
  server.agentReplies(id, 'Because.');
  await until(() => toggle() !== null && view.card('Because.') !== null);
  await view.openCard('Why?');
  await until(() => view.card('Why?')?.textContent.includes('Answered') === true);
  expect(view.$('.mdv-was')).toBeNull();
});
