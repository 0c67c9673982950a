/** Sample annotations of every kind, for tests and benchmarks here and in integrations. */
import type { Annotation, Kind, NewAnnotation, OutsideReply } from './annotation.ts';
import { handOver } from './hand-over.ts';
import type { Actor } from './lifecycle.ts';
import type { ElementLook } from './look.ts';
import {
  accept,
  acknowledge,
  assign,
  create,
  dismiss,
  editText,
  relink,
  release,
  reopen,
  reply,
  resend,
  resolve,
  stop,
  submit,
  withdraw,
} from './moves.ts';
import type { ProofRecord } from './proof/page-layout.ts';
import { node, recordOf } from './proof/testing.ts';
import type { AnnotationMessage } from './protocol.ts';
import type { Status } from './status.ts';

export const sampleAuthor = { type: 'person', authorId: uuidOf(1) } as const satisfies Actor;
export const sampleAgent = {
  type: 'agent',
  agentId: 'agent-1',
  agentName: 'claude-code',
} as const satisfies Actor;
export const sampleTime = new Date('2026-11-15T09:30:00.000Z');

/** The same valid UUID for the same number. */
export function uuidOf(n: number): string {
  return `00000000-0000-4000-8000-${n.toString(16).padStart(12, '0')}`;
}

/** `overrides` replace fields that every kind has. */
export function sampleContent(kind: Kind, overrides: Partial<Shared> = {}): NewAnnotation {
  return { ...contents[kind], ...overrides };
}

export function sampleAnnotation(
  overrides: Partial<Shared> & { kind?: Kind; status?: Status; at?: Date } = {},
): Annotation {
  const { kind = 'component', status = 'pending', at = sampleTime, ...shared } = overrides;
  const author: Actor = { ...sampleAuthor, authorId: shared.authorId ?? sampleAuthor.authorId };
  const content = sampleContent(kind, shared);
  if (status === 'draft') return create(content, 'draft', at);
  const pending = create(content, 'pending', at);
  switch (status) {
    case 'pending':
      return pending;
    case 'acknowledged':
      return acknowledge(pending, sampleAgent, at);
    case 'resolved':
      return resolve(pending, author, at);
    case 'dismissed':
      return dismiss(pending, author, at, { id: uuidOf(2), message: 'not needed' });
  }
}

/** A reply as it comes from a pull request. */
export function sampleOutsideReply(n: number, message = `Outside words ${n}`): OutsideReply {
  return {
    id: `github-${n}`,
    createdAt: new Date(sampleTime.getTime() + n * 1_000).toISOString(),
    author: 'user',
    authorId: 'github:octocat',
    authorName: 'octocat',
    message,
    via: { service: 'github', id: `${n}`, url: `https://github.com/o/r/pull/7#discussion_r${n}` },
  };
}

/** A message of a page about annotations, and what the hub and the overlay's prediction have to make of it. */
export interface SampleAction<Message> {
  message: Message;
  before: Annotation | null;
  /** After `message` at `sampleTime`; `null` when the annotation is removed. */
  after: Annotation | null;
}

/** One for every type of message: the compiler asks for the sample of a new one. */
export function samplePageActions(): {
  [Type in AnnotationMessage['type']]: SampleAction<AnnotationMessage & { type: Type }>;
} {
  const { id } = shared;
  const place = { kind: 'page', pageUrl: 'http://localhost:4200/other', pageTitle: 'Other' } as const;
  const { appId, authorId, ...payload } = pageContent;
  const before = (status: Status) => sampleAnnotation({ status, at: new Date(sampleTime.getTime() - 1_000) });
  const by = [sampleAuthor, sampleTime] as const;
  const note = { id: uuidOf(300), message: 'Not yet' };
  return {
    'annotation:create': {
      message: { type: 'annotation:create', payload },
      before: null,
      after: create(pageContent, 'pending', sampleTime),
    },
    'annotation:accept': {
      message: { type: 'annotation:accept', id },
      before: before('resolved'),
      after: accept(before('resolved'), ...by),
    },
    'annotation:adopt': {
      message: { type: 'annotation:adopt', id },
      before: { ...before('pending'), origin: 'repository' },
      after: before('pending'),
    },
    'annotation:assign': {
      message: { type: 'annotation:assign', id, assignee: { type: 'agent', name: 'codex' } },
      before: before('pending'),
      after: assign(before('pending'), ...by, { type: 'agent', name: 'codex' }),
    },
    'annotation:delete': {
      message: { type: 'annotation:delete', id },
      before: before('acknowledged'),
      after: withdraw(before('acknowledged'), ...by),
    },
    'annotation:edit': {
      message: { type: 'annotation:edit', id, annotationText: 'Make the price red' },
      before: before('pending'),
      after: editText(before('pending'), ...by, 'Make the price red'),
    },
    'annotation:handOver': {
      message: { type: 'annotation:handOver', id, to: 'codex' },
      before: before('acknowledged'),
      after: handOver(before('acknowledged'), ...by, 'codex'),
    },
    'annotation:relink': {
      message: { type: 'annotation:relink', id, place },
      before: before('resolved'),
      after: relink(before('resolved'), ...by, place),
    },
    'annotation:release': {
      message: { type: 'annotation:release', id },
      before: before('acknowledged'),
      after: release(before('acknowledged'), ...by),
    },
    'annotation:reopen': {
      message: { type: 'annotation:reopen', id, replyId: note.id, message: note.message },
      before: before('resolved'),
      after: reopen(before('resolved'), ...by, note),
    },
    'annotation:reply': {
      message: { type: 'annotation:reply', id, replyId: note.id, message: note.message },
      before: before('pending'),
      after: reply(before('pending'), ...by, note),
    },
    'annotation:resend': {
      message: { type: 'annotation:resend', id },
      before: stop(before('acknowledged'), ...by),
      after: resend(stop(before('acknowledged'), ...by), ...by),
    },
    'annotation:stop': {
      message: { type: 'annotation:stop', id },
      before: before('acknowledged'),
      after: stop(before('acknowledged'), ...by),
    },
    'batch:submit': {
      message: { type: 'batch:submit', ids: [id] },
      before: before('draft'),
      after: submit(before('draft'), ...by),
    },
  };
}

/** A component annotation of about `bytes` bytes of JSON: with its DOM snapshot a typical one has 6 KB. */
export function sampleOfSize(bytes: number, overrides: Partial<Shared> = {}): Annotation {
  const annotation = sampleAnnotation(overrides);
  if (annotation.kind !== 'component') return annotation;
  const missing = bytes - JSON.stringify(annotation).length;
  return {
    ...annotation,
    domSnapshot: annotation.domSnapshot.padEnd(annotation.domSnapshot.length + missing, 'x'),
  };
}

type Shared = Pick<NewAnnotation, 'id' | 'appId' | 'authorId' | 'annotationText'> & {
  sessionId: string;
  pageUrl: string;
};

const shared = {
  id: uuidOf(100),
  appId: 'apps/shop',
  authorId: sampleAuthor.authorId,
  annotationText: 'Make the price bold',
};

const onPage = { ...shared, pageUrl: 'http://localhost:4200/cart', pageTitle: 'Cart' };
const pageContent = { ...onPage, kind: 'page' } as const;

const contents: Record<Kind, NewAnnotation> = {
  component: {
    ...onPage,
    kind: 'component',
    componentName: 'PriceTagComponent',
    selector: 'app-price-tag',
    componentFilePath: 'src/app/price-tag.component.ts',
    templateFilePath: 'src/app/price-tag.component.html',
    sourceLocation: { file: 'src/app/price-tag.component.html', line: 3, column: 5 },
    inputs: { amount: 12.5, currency: 'EUR', tags: ['new'] },
    domSnapshot: '<app-price-tag><span>12.50 €</span></app-price-tag>',
    componentTreePath: ['AppComponent', 'CartComponent'],
    viewport: { width: 1280, height: 800 },
  },
  element: {
    ...onPage,
    kind: 'element',
    selector: 'main > ul > li:nth-of-type(2)',
    description: 'Second list item',
  },
  text: {
    ...onPage,
    kind: 'text',
    anchor: {
      quote: 'free delivery',
      contextBefore: 'We offer ',
      contextAfter: ' in town.',
      start: 9,
      end: 22,
    },
  },
  page: pageContent,
  markdown: {
    ...shared,
    kind: 'markdown',
    path: 'docs/plan.md',
    anchor: {
      line_start: 3,
      line_end: 4,
      char_start: 20,
      char_end: 31,
      block_id: 'h2-goals-1',
      quote: 'ship in May',
      context_before: 'We want to ',
      context_after: ' this year.',
    },
    anchorState: 'placed',
    store: 'sidecar',
  },
};

/** What a page showed that has a heading and, below it, the target with this text. */
export function samplePageRecord(text = 'Sign in', heading = 'Shop'): ProofRecord {
  return recordOf(
    node('html', {}, [
      node('body', {}, [
        node('header', {}, [node('h1', { text: heading })]),
        node('main', {}, [node('button', { text, target: true })]),
      ]),
    ]),
  );
}

/** A heading of a page, as `look_at` sees it. */
export function sampleLook(more: Partial<ElementLook> = {}): ElementLook {
  return {
    takenAt: sampleTime.toISOString(),
    pageUrl: 'http://localhost:4200/',
    pageTitle: 'Shop',
    viewport: { width: 1280, height: 800 },
    scroll: { x: 0, y: 40 },
    element: { tag: 'h2', role: 'heading', name: 'Offer' },
    selector: '#offer',
    text: 'Offer',
    outline: 'heading "Offer" level=2',
    attributes: { id: 'offer' },
    styles: { color: 'rgb(0, 0, 0)' },
    box: { x: 10, y: 20, width: 300, height: 40 },
    consoleErrors: [],
    ...more,
  };
}
