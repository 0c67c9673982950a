import { describe, expect, it } from 'vitest';

import { kinds } from '../annotation.ts';
import { protocolVersion } from '../protocol.ts';
import { statuses } from '../status.ts';
import { sampleAnnotation, sampleContent, sampleLook, uuidOf } from '../testing.ts';

import { annotationSchema, hubMessageSchema, manifestSchema, pageMessageSchema, parseAs } from './index.ts';

const everyRecord = kinds.flatMap((kind) => statuses.map((status) => ({ kind, status })));

describe('records', () => {
  it.each(everyRecord)('accepts a $kind annotation that is $status', (shape) => {
    const annotation = sampleAnnotation(shape);
    expect(annotationSchema.parse(annotation)).toEqual(annotation);
  });

  it('keeps fields of a newer release, nested ones too', () => {
    const newer = { ...sampleAnnotation(), mood: 'calm', replies: [] };
    const withReply = {
      ...newer,
      replies: [{ id: uuidOf(4), createdAt: newer.createdAt, author: 'user', message: 'x', seen: true }],
    };
    expect(annotationSchema.parse(withReply)).toEqual(withReply);
  });

  it('of any length are kept: what is stored must stay readable', () => {
    const long = {
      ...sampleAnnotation(),
      domSnapshot: 'x'.repeat(100_000),
      componentTreePath: Array(1_000).fill('A'),
    };
    expect(annotationSchema.parse(long)).toEqual(long);
  });

  it.each([
    ['an acknowledged one without a claim', { status: 'acknowledged' }],
    ['an unknown kind', { kind: 'video' }],
    ['an unknown status', { status: 'done' }],
    ['an address that runs on click', { pageUrl: 'javascript:alert(1)' }],
    ['an address that leaves the site', { pageUrl: '//evil.example/x' }],
    ['a time that is none', { createdAt: 'yesterday' }],
    ['a picture outside its folder', { screenshot: '../../etc/passwd' }],
    ['a pasted picture outside its folder', { pictures: ['a.webp', '../../etc/passwd'] }],
  ])('refuses %s', (_, wrong) => {
    expect(annotationSchema.safeParse({ ...sampleAnnotation(), ...wrong }).success).toBe(false);
  });
});

describe('messages from a page', () => {
  const { appId, authorId, ...payload } = sampleContent('component');
  const create = { type: 'annotation:create', payload };
  const id = uuidOf(7);
  const lookAnswer = (answer: object) => ({
    type: 'look:answer',
    requestId: id,
    answer: { found: true, hidden: false, matches: 1, ...answer },
  });
  const manyStyles = Object.fromEntries(Array.from({ length: 401 }, (_, n) => [`--x${n}`, '1']));

  const wish = { what: 'style', name: 'padding', before: '12px', after: '16px' };
  const wishing = (...wishes: object[]) => ({ ...create, payload: { ...payload, wishes } });

  it.each([
    create,
    wishing({ ...wish, tokens: { before: '--space-3' } }, { what: 'text', before: 'A', after: 'B' }),
    { ...create, draft: true, ref: 'r1' },
    { ...create, payload: { ...payload, pictures: ['a.webp', 'b.webp', 'c.webp', 'd.webp'] } },
    { type: 'session:resume', protocol: protocolVersion, authorSecret: id, url: 'http://localhost:4200/' },
    { type: 'session:ping' },
    { type: 'annotation:reply', id, replyId: uuidOf(8), message: 'no, green' },
    { type: 'annotation:delete', id },
    { type: 'annotation:reopen', id, replyId: uuidOf(8) },
    { type: 'annotation:accept', id },
    { type: 'annotation:edit', id, annotationText: 'bolder' },
    { type: 'annotation:release', id },
    { type: 'annotation:assign', id, assignee: null },
    { type: 'annotation:assign', id, assignee: { type: 'person', id: 'p', name: 'Ada' } },
    {
      type: 'annotation:reply',
      id,
      replyId: uuidOf(8),
      message: '@codex',
      mentions: [{ type: 'agent', name: 'codex' }],
    },
    { type: 'person:rename', name: 'Ada' },
    { type: 'batch:submit' },
    { type: 'batch:submit', ids: [id] },
    {
      type: 'look:answer',
      requestId: id,
      answer: { found: true, hidden: false, matches: 1, look: sampleLook() },
    },
    { type: 'look:answer', requestId: id, answer: { found: false, hidden: true, similar: [] } },
  ])('accepts %j', (message) => {
    expect(pageMessageSchema.parse(message)).toEqual(message);
  });

  it('makes a name that others will read one short line', () => {
    const assignee = { type: 'agent', name: ' co\u202Edex\n' };
    expect(pageMessageSchema.parse({ type: 'annotation:assign', id, assignee })).toMatchObject({
      assignee: { name: 'co dex' },
    });
  });

  it('drops what a page may not set: status, author, replies, origin, and unknown fields at any depth', () => {
    const viewport = { width: 1280, height: 800, extra: 'x'.repeat(1_000_000) };
    const origin = 'repository';
    const forged = { ...payload, status: 'resolved', authorId: 'someone', replies: [{}], origin, viewport };
    expect(pageMessageSchema.parse({ ...create, payload: forged })).toEqual(create);
  });

  it.each([
    ['a blank text', { ...create, payload: { ...payload, annotationText: '  ' } }],
    ['an endless name', { type: 'person:rename', name: 'x'.repeat(501) }],
    ['an assignee that is neither', { type: 'annotation:assign', id, assignee: { type: 'team', name: 'a' } }],
    ['an id that is no UUID', { ...create, payload: { ...payload, id: '1' } }],
    ['an endless text', { ...create, payload: { ...payload, annotationText: 'x'.repeat(20_001) } }],
    ['a snapshot over the cap', { ...create, payload: { ...payload, domSnapshot: 'x'.repeat(6_001) } }],
    ['flooding inputs', { ...create, payload: { ...payload, inputs: { a: 'x'.repeat(50_001) } } }],
    ['five pictures', { ...create, payload: { ...payload, pictures: [1, 2, 3, 4, 5].map(String) } }],
    ['a Markdown comment', { ...create, payload: { ...payload, kind: 'markdown' } }],
    ['an endless look', lookAnswer({ look: sampleLook({ outline: 'x'.repeat(12_001) }) })],
    ['a look with too many styles', lookAnswer({ look: sampleLook({ styles: manyStyles }) })],
    ['a picture that is no base64', lookAnswer({ look: sampleLook(), picture: '<svg>' })],
    ['an endless picture', lookAnswer({ look: sampleLook(), picture: 'a'.repeat(400_001) })],
    ['too many wishes', wishing(...Array.from({ length: 41 }, () => wish))],
    ['a wish over the cap', wishing({ ...wish, after: 'x'.repeat(201) })],
    ['a wish of another kind', wishing({ ...wish, what: 'script' })],
    ['an unknown type', { type: 'annotation:explode' }],
    ['no object', 'hello'],
  ])('refuses %s', (_, message) => {
    expect(pageMessageSchema.safeParse(message).success).toBe(false);
  });
});

describe('messages to a page', () => {
  const annotation = sampleAnnotation();

  it.each([
    { type: 'annotation:created', annotation, cursor: 'c' },
    { type: 'annotation:removed', id: annotation.id, cursor: 'c' },
    { type: 'annotations:sync', annotations: [annotation], cursor: 'c' },
    {
      type: 'annotations:sync',
      annotations: [],
      cursor: 'c',
      briefs: [annotation],
      rest: { counts: { open: 2, closed: 0 }, next: { open: 'n', closed: null } },
    },
    {
      type: 'annotations:part',
      annotations: [],
      briefs: [annotation],
      read: { list: 'open', from: 'a', next: null },
    },
    { type: 'manifest:update' },
    { type: 'error', code: 'annotation/invalid', message: 'The text is blank.' },
  ])('accepts $type', (message) => {
    expect(hubMessageSchema.parse(message)).toEqual(message);
  });
});

it('reads a manifest', () => {
  const manifest = {
    BrokenCardComponent: { component: 'src/app/x.ts', selector: 'app-x' },
    'src/app/x.html': { component: 'src/app/x.html', html: { '3:5': '3:10' } },
  };
  expect(manifestSchema.parse(manifest)).toEqual(manifest);
});

describe('a described problem', () => {
  const options = { code: 'annotation/invalid', subject: 'store.json', hint: 'Repair it.' } as const;

  it('names the place of each of the first problems and counts the rest', () => {
    const parse = () =>
      parseAs(annotationSchema, { ...sampleAnnotation(), id: 1, appId: 2, authorId: 3, replies: 4 }, options);
    expect(parse).toThrow(/^store\.json is not valid: id: .*; appId: .*; authorId: .*; and 1 more\.$/);
  });

  it('names no place for a problem of the whole', () => {
    expect(() => parseAs(annotationSchema, 'x', options)).toThrow(/^store\.json is not valid: Invalid input/);
  });
});
