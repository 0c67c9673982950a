import { expect, it, onTestFinished } from 'vitest';
import { WebSocket } from 'ws';

import { sampleAnnotation } from '@annotate-mcp/core/testing';
import { openStore, type Store } from '@annotate-mcp/store';

import { MessageSender } from './message-sender.ts';
import { SessionFeed } from './session-feed.ts';

class SentLists extends MessageSender {
  readonly texts: string[] = [];

  override sendRequested(text: string): void {
    this.texts.push(text);
  }
}

it('sends nothing that was read before all annotations changed', async () => {
  const store = await openStore('memory:');
  const [reads, answers] = [Promise.withResolvers<null>(), Promise.withResolvers<null>()];
  let annotationText = 'Before';
  const list: Store['list'] = async () => {
    const annotations = [sampleAnnotation({ annotationText })];
    reads.resolve(null);
    await answers.promise;
    return { annotations, nextCursor: null };
  };
  const feed = await SessionFeed.open({ ...store, list }, '.', {
    onEvent: () => undefined,
    onError: (error) => expect.unreachable(String(error)),
  });
  onTestFinished(() => {
    feed.close();
    return store.close();
  });
  const socket = new WebSocket('ws://127.0.0.1:1').on('error', () => undefined);
  socket.terminate();
  const sender = new SentLists(socket);
  const joined = feed.join(
    {
      authorId: 'someone',
      inPortions: false,
      local: true,
      sender,
      url: () => 'http://localhost/',
      isOpen: () => true,
      closeForRetry: () => undefined,
    },
    undefined,
  );
  await reads.promise;
  annotationText = 'After';
  const synced = feed.resync();
  answers.resolve(null);
  await Promise.all([joined, synced]);
  const shown = sender.texts.map((text) => /Before|After/.exec(text)?.[0]);
  expect(shown).toEqual(['Before', 'After']);
});
