import { expect, it } from 'vitest';

import { editText, reply, submit } from '@annotate-mcp/core';
import { sampleAnnotation, sampleAuthor, uuidOf } from '@annotate-mcp/core/testing';

import { startLinked } from '../testing/linked-client.ts';

import { pushToChannel, type ChannelMessage } from './channel.ts';

it('gets each new pending annotation and each reply to what it holds once, and nothing else', async () => {
  const { store, connect } = await startLinked();
  const { agent, call } = await connect();
  await store.add(sampleAnnotation({ id: uuidOf(1), status: 'draft', annotationText: 'first' }));
  const heard: ChannelMessage[] = [];
  const last = Promise.withResolvers<undefined>();
  const pushing = await pushToChannel(
    store,
    agent,
    (message) => {
      heard.push(message);
      if (message.content.includes('the last one')) last.resolve(undefined);
    },
    last.reject,
  );
  await store.update(uuidOf(1), (a) => editText(a, sampleAuthor, new Date(), 'still a draft'));
  await store.update(uuidOf(1), (a) => submit(a, sampleAuthor, new Date()));
  await store.update(uuidOf(1), (a) => editText(a, sampleAuthor, new Date(), 'edited while pending'));
  await call('acknowledge', { id: uuidOf(1) });
  await store.update(uuidOf(1), (a) =>
    reply(a, sampleAuthor, new Date(), { id: uuidOf(9), message: 'green' }),
  );
  await call('reply', { id: uuidOf(1), message: 'will do' });
  await store.add(sampleAnnotation({ id: uuidOf(2), annotationText: 'the last one' }));
  await last.promise;
  pushing.close();
  expect(heard.map(({ meta }) => [meta.event, meta.annotation_id])).toEqual([
    ['annotation', uuidOf(1)],
    ['reply', uuidOf(1)],
    ['annotation', uuidOf(2)],
  ]);
  expect(heard[0]?.content).toContain(`acknowledge with id ${uuidOf(1)}`);
});

it('gets what another agent released, but not what it released itself', async () => {
  const { store, connect } = await startLinked();
  const [mine, other] = [await connect(), await connect('codex')];
  for (const n of [1, 2]) await store.add(sampleAnnotation({ id: uuidOf(n) }));
  const heard: (string | undefined)[] = [];
  const last = Promise.withResolvers<undefined>();
  const pushing = await pushToChannel(
    store,
    mine.agent,
    ({ meta }) => {
      heard.push(meta.annotation_id);
      if (meta.annotation_id === uuidOf(3)) last.resolve(undefined);
    },
    last.reject,
  );
  await mine.call('acknowledge', { id: uuidOf(1) });
  await mine.call('release', { id: uuidOf(1), message: 'Not mine.' });
  await other.call('acknowledge', { id: uuidOf(2) });
  await other.call('release', { id: uuidOf(2) });
  await other.call('acknowledge', { id: uuidOf(1) });
  await other.call('release', { id: uuidOf(1) });
  await store.add(sampleAnnotation({ id: uuidOf(3) }));
  await last.promise;
  pushing.close();
  expect(heard).toEqual([uuidOf(2), uuidOf(1), uuidOf(3)]);
});

it('gets the answer to a question that the agent asked without taking the annotation', async () => {
  const { store, connect } = await startLinked();
  const { agent, call } = await connect();
  await store.add(sampleAnnotation({ id: uuidOf(1) }));
  const heard = Promise.withResolvers<ChannelMessage>();
  const pushing = await pushToChannel(store, agent, heard.resolve, heard.reject);
  await call('reply', { id: uuidOf(1), message: 'Which blue?' });
  await store.update(uuidOf(1), (a) =>
    reply(a, sampleAuthor, new Date(), { id: uuidOf(9), message: 'the light one' }),
  );
  expect((await heard.promise).content).toMatch(/replied to annotation .*, which waits: "the light one"/);
  pushing.close();
});
