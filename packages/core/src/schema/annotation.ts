import { z } from 'zod';

import type { Addressee } from '../addressee.ts';
import type { TextAnchor } from '../anchors/index.ts';
import {
  type Annotation,
  type Attempt,
  type BoundingBox,
  type Claim,
  type ComponentTarget,
  type JsonValue,
  type MarkdownAnchor,
  mostPictures,
  type OutsideReply,
  type PickedElement,
  type Reply,
  type SourceEdit,
  type SourceLocation,
  type Viewport,
} from '../annotation.ts';
import { cleanName } from '../clean-name.ts';
import { type Edit, type EditedFile, noPatchReasons } from '../edit.ts';
import { mostUses } from '../place-to-edit.ts';
import { changedWhats, type Proof } from '../proof/proof.ts';
import { ruleTimes } from '../proof/rule-times.ts';
import { verdicts } from '../proof/verdicts.ts';
import type { Status } from '../status.ts';
import type { RecordedStep } from '../step.ts';
import { type MatchedRule, mostMatchedRules, mostRuleDeclarations } from '../style-rules.ts';
import { longestReplacement, type Suggestion } from '../suggestion.ts';
import type { Via } from '../via.ts';
import type { Wish } from '../wish.ts';

import { isDeep } from './is-deep.ts';
import { pageFailureSchema } from './page-failure.ts';
import { attachmentName, capped, isoTime, type Limit, notBlank, pageUrl, sha256, uncapped } from './text.ts';
import { agentRunSchema } from './work.ts';

const suggestion = (limit: Limit) =>
  nested(limit, { replacement: limit(longestReplacement) }) satisfies z.ZodType<Suggestion>;

/** What a page sends is made one short line; what is stored is made so where it is shown. */
const nameOf = (limit: Limit) =>
  limit(500).transform((name) => (limit === uncapped ? name : (cleanName(name) ?? '?')));

/** As an agent calls itself. */
export const agentName = nameOf;

/** A name or an id of a person or an agent, of another release too. */
export const addressee = (limit: Limit) =>
  z.discriminatedUnion('type', [
    nested(limit, { type: z.literal('person'), id: limit(200).min(1), name: nameOf(limit) }),
    nested(limit, { type: z.literal('agent'), name: nameOf(limit) }),
  ]) satisfies z.ZodType<Addressee>;

const viaSchema = z.looseObject({
  service: z.literal('github'),
  id: z.string(),
  url: z.string(),
}) satisfies z.ZodType<Via>;

export const replySchema = z.looseObject({
  id: z.string().min(1),
  createdAt: isoTime,
  author: z.enum(['agent', 'user']),
  message: z.string(),
  agentName: z.string().exactOptional(),
  expectsAnswer: z.boolean().exactOptional(),
  authorId: z.string().exactOptional(),
  authorName: z.string().exactOptional(),
  screenshot: z.string().exactOptional(),
  suggestion: suggestion(uncapped).exactOptional(),
  mentions: z.array(addressee(uncapped)).exactOptional(),
  via: viaSchema.exactOptional(),
}) satisfies z.ZodType<Reply>;

const outsideReplySchema = z.looseObject({
  ...replySchema.shape,
  via: viaSchema,
}) satisfies z.ZodType<OutsideReply>;

const claimSchema = z.looseObject({
  agentId: z.string(),
  agentName: z.string(),
  at: isoTime,
}) satisfies z.ZodType<Claim>;

const sourceEditSchema = z.looseObject({
  file: z.string(),
  effect: z.enum(['added', 'removed']),
  lines: z.array(z.string()),
}) satisfies z.ZodType<SourceEdit>;

export const sourceLocation = (limit: Limit) =>
  nested(limit, {
    file: limit(4_096),
    line: z.int().positive(),
    column: z.int().positive(),
  }) satisfies z.ZodType<SourceLocation>;

export const boundingBox = (limit: Limit) =>
  nested(limit, {
    x: z.number(),
    y: z.number(),
    width: z.number(),
    height: z.number(),
  }) satisfies z.ZodType<BoundingBox>;

const pickedElement = (limit: Limit) =>
  nested(limit, {
    tag: limit(200).min(1),
    role: limit(200).exactOptional(),
    name: limit(1_000).exactOptional(),
    text: limit(1_000).exactOptional(),
    box: boundingBox(limit),
    html: limit(6_000).exactOptional(),
  }) satisfies z.ZodType<PickedElement>;

export const viewport = (limit: Limit) =>
  nested(limit, {
    width: z.number(),
    height: z.number(),
    colorScheme: z.enum(['light', 'dark']).exactOptional(),
  }) satisfies z.ZodType<Viewport>;

const offset = z.int().nonnegative();

const textAnchor = (limit: Limit) =>
  nested(limit, {
    quote: limit(50_000).min(1),
    contextBefore: limit(1_000),
    contextAfter: limit(1_000),
    start: offset,
    end: offset,
    fingerprint: limit(2_000).exactOptional(),
  }) satisfies z.ZodType<TextAnchor>;

const markdownAnchor = (limit: Limit) =>
  nested(limit, {
    line_start: z.int().positive(),
    line_end: z.int().positive(),
    char_start: offset,
    char_end: offset,
    block_id: limit(200),
    quote: limit(50_000),
    context_before: limit(1_000),
    context_after: limit(1_000),
    fingerprint: limit(2_000).exactOptional(),
  }) satisfies z.ZodType<MarkdownAnchor>;

/** Any value: it comes from JSON.parse. */
const jsonValue = z.custom<JsonValue>();

/** Props are a help to the reader, not the payload: an app with a huge store in a prop must not flood it. */
export function inputs(limit: Limit) {
  const record = z.record(z.string(), jsonValue);
  if (limit === uncapped) return record;
  return record.refine((value) => !isDeep(value) && JSON.stringify(value).length <= 50_000, {
    error: 'inputs are longer than 50,000 characters, or nested too deep',
  });
}

const componentTarget = (limit: Limit) => ({
  componentName: limit(500).min(1),
  selector: limit(2_000),
  componentFilePath: limit(4_096),
  templateFilePath: limit(4_096).exactOptional(),
  sourceLocation: sourceLocation(limit).exactOptional(),
  generatedAt: sourceLocation(limit).exactOptional(),
  componentLocation: sourceLocation(limit).exactOptional(),
  usedAt: sourceLocation(limit).exactOptional(),
  uses: listOf(limit, sourceLocation(limit), mostUses).exactOptional(),
  writtenIn: limit(500).exactOptional(),
  element: pickedElement(limit).exactOptional(),
  inputs: inputs(limit),
  domSnapshot: limit(6_000),
  componentTreePath: listOf(limit, limit(500), 500),
  domPath: limit(4_000).exactOptional(),
  boundingBox: boundingBox(limit).exactOptional(),
});

const onPage = (limit: Limit) => ({
  pageUrl: pageUrl(limit),
  pageTitle: limit(2_000),
  storyId: limit(500).exactOptional(),
  selectionText: limit(50_000).exactOptional(),
  boundingBox: boundingBox(limit).exactOptional(),
  viewport: viewport(limit).exactOptional(),
  screenshot: attachmentName.exactOptional(),
  pictures: listOf(limit, attachmentName, mostPictures).exactOptional(),
  blurred: z.literal(true).exactOptional(),
  consoleErrors: listOf(limit, limit(4_000), 100).exactOptional(),
  steps: listOf(limit, recordedStep(limit), 200).exactOptional(),
});

/** What each kind adds, by kind. Shared by records on disk and by what pages send. */
export const kindShapes = (limit: Limit) => ({
  component: {
    kind: z.literal('component'),
    ...onPage(limit),
    ...componentTarget(limit),
    targets: listOf(
      limit,
      nested(limit, componentTarget(limit)) satisfies z.ZodType<ComponentTarget>,
      100,
    ).exactOptional(),
    wishes: wishList(limit).exactOptional(),
    styleRules: matchedRules(limit).exactOptional(),
  },
  element: {
    kind: z.literal('element'),
    ...onPage(limit),
    selector: limit(2_000).min(1),
    description: limit(2_000),
    element: pickedElement(limit).exactOptional(),
    domSnapshot: limit(6_000).exactOptional(),
    sourceLocation: sourceLocation(limit).exactOptional(),
    generatedAt: sourceLocation(limit).exactOptional(),
    wishes: wishList(limit).exactOptional(),
    styleRules: matchedRules(limit).exactOptional(),
  },
  text: {
    kind: z.literal('text'),
    ...onPage(limit),
    anchor: textAnchor(limit),
    selector: limit(2_000).exactOptional(),
    replacementText: limit(50_000).exactOptional(),
    sourceLocation: sourceLocation(limit).exactOptional(),
  },
  page: { kind: z.literal('page'), ...onPage(limit) },
  markdown: {
    kind: z.literal('markdown'),
    path: limit(4_096).min(1),
    anchor: markdownAnchor(limit),
    anchorState: z.enum(['placed', 'ambiguous', 'stale']),
    store: z.enum(['memory', 'sidecar', 'inline']),
    intent: z.enum(['edit', 'review']).exactOptional(),
    suggestion: suggestion(limit).exactOptional(),
    pictures: listOf(limit, attachmentName, mostPictures).exactOptional(),
    agentName: limit(200).exactOptional(),
  },
});

const editedSchema = z.lazy(() => {
  const count = z.int().nonnegative();
  return z.looseObject({
    files: z.array(editedFile(count)),
    moreFiles: count.exactOptional(),
    patch: sha256.exactOptional(),
    seal: z.string().exactOptional(),
    noPatch: z.enum(noPatchReasons).exactOptional(),
    apart: z.literal(true).exactOptional(),
    appliedAt: isoTime.exactOptional(),
    by: z.literal('person').exactOptional(),
  });
}) satisfies z.ZodType<Edit>;

function editedFile(count: z.ZodInt) {
  return z.looseObject({
    file: z.string(),
    change: z.enum(['added', 'deleted', 'renamed']).exactOptional(),
    from: z.string().exactOptional(),
    added: count.exactOptional(),
    removed: count.exactOptional(),
  }) satisfies z.ZodType<EditedFile>;
}

/** As it is stored with an annotation. */
const proofSchema = z.lazy(() =>
  z.looseObject({
    before: z.looseObject(side()),
    meanwhile: z.looseObject(side()).exactOptional(),
    after: z
      .looseObject({
        ...side(),
        ...shownResult(),
        moreChanges: z.number().exactOptional(),
      })
      .exactOptional(),
  }),
) satisfies z.ZodType<Proof>;

/** As it is stored with an annotation. */
const attemptSchema = z.lazy(() =>
  z.looseObject({
    agentName: z.string().exactOptional(),
    at: isoTime,
    edited: editedSchema.exactOptional(),
    takenBack: z.literal(true).exactOptional(),
    shown: z.looseObject(shownResult()).exactOptional(),
  }),
) satisfies z.ZodType<Attempt>;

function shownResult() {
  return {
    verdict: z.enum(verdicts),
    changes: z.array(change()),
    outside: outside(),
    failure: pageFailureSchema.exactOptional(),
  };
}

function side() {
  return { takenAt: isoTime, record: attachmentName, picture: attachmentName.exactOptional() };
}

function change() {
  return z.looseObject({
    what: z.enum(changedWhats),
    name: z.string().exactOptional(),
    before: z.string().exactOptional(),
    after: z.string().exactOptional(),
    on: z.string().exactOptional(),
    rule: z.string().exactOptional(),
    when: z.enum(ruleTimes).exactOptional(),
    file: z.string().exactOptional(),
    shared: z.literal(true).exactOptional(),
  });
}

function outside() {
  return z.looseObject({
    count: z.number(),
    pushed: z.number(),
    examples: z.array(
      z.looseObject({ name: z.string(), what: z.enum(changedWhats), path: z.string().exactOptional() }),
    ),
  });
}

/** Ids are UUIDs where we make them; an older store or a hand-written file may hold others. */
const common = {
  id: z.string().min(1),
  sessionId: z.string().exactOptional(),
  appId: z.string(),
  authorId: z.string(),
  authorName: z.string().exactOptional(),
  createdAt: isoTime,
  updatedAt: isoTime,
  annotationText: z.string(),
  mentions: z.array(addressee(uncapped)).exactOptional(),
  assignee: addressee(uncapped).exactOptional(),
  handedFrom: z.array(z.string()).exactOptional(),
  tried: z.array(attemptSchema).exactOptional(),
  replies: z.array(replySchema),
  outsideReplies: z.array(outsideReplySchema).exactOptional(),
  sentAt: isoTime.exactOptional(),
  runs: z.array(agentRunSchema).exactOptional(),
  proof: proofSchema.exactOptional(),
  checkFile: z.string().exactOptional(),
  // For messages of the hub. Stores remove it before they write and before they read.
  origin: z.literal('repository').exactOptional(),
};

/** Every status of one kind. */
function record<Shape extends z.core.$ZodLooseShape>(shape: Shape) {
  const by = {
    draft: z.looseObject({ ...common, ...shape, status: z.literal('draft') }),
    pending: z.looseObject({
      ...common,
      ...shape,
      status: z.literal('pending'),
      answeredAt: isoTime.exactOptional(),
      stoppedAt: isoTime.exactOptional(),
      undoneAt: isoTime.exactOptional(),
    }),
    acknowledged: z.looseObject({
      ...common,
      ...shape,
      status: z.literal('acknowledged'),
      claim: claimSchema,
    }),
    resolved: z.looseObject({
      ...common,
      ...shape,
      status: z.literal('resolved'),
      resolvedAt: isoTime.exactOptional(),
      edits: z.array(sourceEditSchema).exactOptional(),
      changedSince: z.literal(true).exactOptional(),
      edited: editedSchema.exactOptional(),
      acceptedAt: isoTime.exactOptional(),
    }),
    dismissed: z.looseObject({
      ...common,
      ...shape,
      status: z.literal('dismissed'),
      withdrawnAt: isoTime.exactOptional(),
    }),
  } satisfies Record<Status, z.ZodObject>;
  return z.discriminatedUnion('status', [by.draft, by.pending, by.acknowledged, by.resolved, by.dismissed]);
}

/**
 * A record as it lies on disk. Fields of a newer release are kept, so that an older one does not strip them. Created with
 * the first record that is read or written, because it takes as long as starting a server.
 */
export const annotationSchema: z.ZodType<Annotation> = z.lazy(() => {
  const { component, element, text, page, markdown } = kindShapes(uncapped);
  return z
    .discriminatedUnion('kind', [
      record(component),
      record(element),
      record(text),
      record(page),
      record(markdown),
    ])
    .refine((value) => !isDeep(value), { error: 'it is nested too deep' });
});

/** What a person writes: the one text that everything else is context for. */
export const annotationText = notBlank(capped(20_000));

const at = { secondsBefore: z.number().nonnegative() };

/** A step that a person attached to a comment. */
function recordedStep(limit: Limit) {
  const element = nested(limit, { name: limit(500), selector: limit(4_000) });
  const url = limit(4_096);
  const characters = z.int().nonnegative().exactOptional();
  return z.discriminatedUnion('kind', [
    nested(limit, { ...at, kind: z.literal('click'), element }),
    nested(limit, { ...at, kind: z.literal('type'), element, characters }),
    nested(limit, { ...at, kind: z.literal('press'), key: limit(50) }),
    nested(limit, { ...at, kind: z.literal('choose'), element, choice: limit(500) }),
    nested(limit, { ...at, kind: z.literal('navigate'), url }),
    nested(limit, { ...at, kind: z.literal('request'), url, status: z.int().exactOptional() }),
    nested(limit, { ...at, kind: z.literal('error'), message: limit(2_000) }),
  ]) satisfies z.ZodType<RecordedStep>;
}

function matchedRules(limit: Limit) {
  const rule = nested(limit, {
    selector: limit(300),
    condition: limit(300).exactOptional(),
    inactive: z.literal(true).exactOptional(),
    line: z.int().positive().exactOptional(),
    file: limit(4_096).exactOptional(),
    declarations: listOf(limit, limit(400), mostRuleDeclarations),
  }) satisfies z.ZodType<MatchedRule>;
  return listOf(limit, rule, mostMatchedRules);
}

/** What a person tried by hand on one element. */
function wishList(limit: Limit) {
  return listOf(limit, wish(limit), 40);
}

function wish(limit: Limit) {
  const text = limit(2_000);
  const value = limit(200);
  const token = limit(200).exactOptional();
  const tokens = nested(limit, { before: token, after: token }).exactOptional();
  return z.discriminatedUnion('what', [
    nested(limit, { what: z.literal('text'), before: text, after: text }),
    nested(limit, { what: z.literal('style'), name: limit(100), before: value, after: value, tokens }),
  ]) satisfies z.ZodType<Wish>;
}

/** What is stored keeps fields of a newer release, nested ones too; what a page sends keeps known fields only. */
function nested<Shape extends z.core.$ZodLooseShape>(limit: Limit, shape: Shape) {
  return limit === uncapped ? z.looseObject(shape) : z.object(shape);
}

function listOf<Item extends z.ZodType>(limit: Limit, item: Item, most: number) {
  return limit === uncapped ? z.array(item) : z.array(item).max(most);
}
