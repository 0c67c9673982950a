/** Agents beside the one that opened the document: whether one listens, how one is started, and what it asks. */
import { afterEach, beforeEach, expect, it } from 'vitest';

import { plan } from '../testing/comments.ts';
import { mount, type Mounted, until } from '../testing/mounted.ts';
import { PlayedServer } from '../testing/played-server.ts';

let server: PlayedServer;
let view: Mounted;

beforeEach(() => {
  server = new PlayedServer(plan);
});
afterEach(() => view.unmount());

const startButton = () => view.$('[data-nga=start-agent]');
const start = { id: 'q1', kind: 'start', title: 'Start an agent?', url: 'http://127.0.0.1:4444/q1' } as const;

it('offers to start an agent only while none listens', async () => {
  view = await mount(server, { kind: 'page' });
  expect(startButton()).toBeNull();
  server.listen({ waiting: false, agentName: null, canStart: true });
  await until(() => startButton() !== null);
  expect(view.status()).toContain('No agent is listening: ask yours, or start one');
  startButton()?.click();
  await until(() => server.starts === 1);
  server.listen({ waiting: false, agentName: null, canStart: true, questions: [start] });
  await until(() => view.$('[data-nga=question]') !== null);
  expect(startButton()).toBeNull();
  view.button('Answer in a window').click();
  expect(view.host.links).toEqual([start.url]);
  server.listen({ waiting: true, agentName: 'Claude' });
  await until(() => view.$('[data-nga=question]') === null);
  expect(view.$('.mdv-status')?.textContent).toContain('Claude is listening');
});

it('says who asks what, and why no agent was started', async () => {
  const url = 'http://127.0.0.1:4444/q2';
  server.listening = {
    ...{ waiting: false, agentName: null, canStart: true },
    startProblem: 'claude is not installed.',
    questions: [{ id: 'q2', kind: 'permission', title: 'Run npm test', agentName: 'Claude', url }],
  };
  view = await mount(server, { kind: 'page' });
  await until(() => view.$('[data-nga=question]') !== null);
  expect(view.$('[data-nga=question]')?.textContent).toContain('Claude asks: Run npm test');
  expect(view.$('.mdv-strip[role=alert]')?.textContent).toContain(
    'No agent was started. claude is not installed.',
  );
});
