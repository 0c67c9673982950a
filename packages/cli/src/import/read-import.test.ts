import { describe, expect, it } from 'vitest';

import { sampleAgent, sampleAnnotation, sampleTime, uuidOf } from '@annotate-mcp/core/testing';

import { readImport } from './read-import.ts';

const one = sampleAnnotation({ id: uuidOf(1) });
const two = sampleAnnotation({ id: uuidOf(2), kind: 'text' });
const time = sampleTime.toISOString();

/** As the store before this one wrote it. */
const older = {
  id: 'a1',
  sessionId: 's1',
  createdAt: time,
  status: 'pending',
  replies: [],
  componentName: 'CartComponent',
  selector: 'app-cart',
  componentFilePath: 'src/app/cart.ts',
  inputs: {},
  domSnapshot: '<app-cart></app-cart>',
  componentTreePath: ['AppComponent'],
  annotationText: 'Wider',
};
const olderFile = (annotation: object, key = 'a1') =>
  JSON.stringify({ sessions: { s1: { url: 'http://localhost:4200/' } }, annotations: { [key]: annotation } });

describe('a file to import', () => {
  it.each([
    {
      name: 'a JSON store',
      text: JSON.stringify({ version: 1, annotations: { [one.id]: one, [two.id]: two } }),
    },
    {
      name: 'a JSON store with seals and a deleted annotation',
      text: JSON.stringify({
        version: 2,
        annotations: [{ ...one, seal: 'x' }, two, { id: uuidOf(3), deletedAt: time }, null],
      }),
    },
    { name: 'a log', text: `${JSON.stringify(one)}\n${JSON.stringify(two)}\n` },
    { name: 'a log from Windows', text: `\uFEFF${JSON.stringify(one)}\r\n\r\n${JSON.stringify(two)}` },
  ])('may be $name', ({ text }) => {
    expect(readImport(text)).toMatchObject({ annotations: [one, two], problems: [] });
  });

  it('may be a log of one line', () => {
    expect(readImport(JSON.stringify(one))?.annotations).toEqual([one]);
  });

  it.each(['', 'hello', '[]', '3', 'null', '{}', '{"annotations": []}', '<html>\n{}'])(
    'is not %j',
    (text) => {
      expect(readImport(text)).toBeNull();
    },
  );

  it('may say the same twice, but not two things about one id', () => {
    const line = JSON.stringify(one);
    expect(readImport(`${line}\n${line}`)).toEqual({ format: 'lines', annotations: [one], problems: [] });
    expect(readImport(`${line}\n${JSON.stringify({ ...one, annotationText: 'other' })}`)?.problems).toEqual([
      { place: 'line 2', message: `has the id of line 1 (${one.id}) but not its content` },
    ]);
  });

  it('has its problems named with their places', () => {
    const text = [JSON.stringify(one), '{"id": ', JSON.stringify({ ...two, createdAt: 'yesterday' })].join(
      '\n',
    );
    const content = readImport(text);
    expect(content?.annotations).toEqual([one]);
    expect(content?.problems).toEqual([
      { place: 'line 2', message: expect.stringContaining('is not JSON') as unknown },
      { place: 'line 3', message: expect.stringContaining('createdAt') as unknown },
    ]);
  });

  it.each([
    { name: 'nothing', value: { id: 'x' }, says: /^kind is missing$/ },
    { name: 'no status', value: { ...one, status: undefined }, says: /^status is missing$/ },
    {
      name: 'another status',
      value: { ...one, status: 'open' },
      says: /^status is "open", which is none of draft, pending, acknowledged, resolved, dismissed$/,
    },
    {
      name: 'a status of another type',
      value: { ...one, status: 3 },
      says: /^status is 3, which is none of /,
    },
    { name: 'no text', value: { ...one, annotationText: undefined }, says: /^annotationText is missing$/ },
    {
      name: 'an empty reply',
      value: { ...one, replies: [{}] },
      says: /^replies\.0\.id is missing; .*; and 1 more$/,
    },
    { name: 'a wrong time', value: { ...one, createdAt: 'yesterday' }, says: /^createdAt: / },
  ])('has $name named in words', ({ value, says }) => {
    expect(readImport(`${JSON.stringify(two)}\n${JSON.stringify(value)}`)?.problems).toEqual([
      { place: 'line 2', message: expect.stringMatching(says) as unknown },
    ]);
  });

  it('must hold an annotation under its own id', () => {
    const text = JSON.stringify({ version: 1, annotations: { other: one } });
    expect(readImport(text)?.problems).toEqual([
      { place: 'annotation other', message: `says that its id is ${one.id}` },
    ]);
  });
});

describe('the older format', () => {
  it('gets what it did not have', () => {
    expect(readImport(olderFile(older))).toEqual({
      format: 'ng-annotate',
      problems: [],
      annotations: [
        {
          ...older,
          kind: 'component',
          appId: '.',
          authorId: 'imported',
          updatedAt: time,
          pageUrl: 'http://localhost:4200/',
          pageTitle: '',
        },
      ],
    });
  });

  it('was last changed by the last reply', () => {
    const createdAt = '2026-11-16T00:00:00.000Z';
    const replies = [{ id: 'r', createdAt, author: 'user', message: 'and?' }];
    expect(readImport(olderFile({ ...older, replies }))?.annotations[0]?.updatedAt).toBe(createdAt);
  });

  it('keeps what it has', () => {
    const claim = { agentId: sampleAgent.agentId, agentName: sampleAgent.agentName, at: time };
    const full = { ...older, appId: 'apps/x', authorId: 'me', updatedAt: '2026-12-01T00:00:00.000Z' };
    expect(readImport(olderFile({ ...full, status: 'acknowledged', claim }))?.annotations[0]).toMatchObject({
      ...full,
      status: 'acknowledged',
      claim,
    });
  });

  it('makes an acknowledged annotation without a claim pending', () => {
    const content = readImport(olderFile({ ...older, status: 'acknowledged' }));
    expect(content?.annotations[0]?.status).toBe('pending');
  });

  it.each([
    { name: 'a status that there is not', annotation: { ...older, status: 'open' }, says: 'status' },
    { name: 'an annotation of no page', annotation: { ...older, sessionId: 's2' }, says: 'pageUrl' },
    { name: 'an annotation that is none', annotation: 3, says: 'object' },
  ])('is refused for $name, by id', ({ annotation, says }) => {
    const text = JSON.stringify({ sessions: {}, annotations: { a1: annotation } });
    expect(readImport(text)?.problems).toEqual([
      { place: 'annotation a1', message: expect.stringContaining(says) as unknown },
    ]);
  });
});
