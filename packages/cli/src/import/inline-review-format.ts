/**
 * `inline-review.json` of review-loop, which was called astro-inline-review before: `{ "version": 1, "annotations": […],
 * "pageNotes": […] }`.
 */
import { z } from 'zod';

import { isRecord } from '@annotate-mcp/core';

import { describeIssues } from './describe-issues.ts';

/** The record as an annotation of ours, for its schema to check; or what is wrong with it, in the words of that file. */
export type Converted = { value: Record<string, unknown> } | { problem: string };

/** `app` is the folder of the app from the project root. */
export function fromInlineReview(entry: unknown, app: string): Converted {
  // The first releases knew text annotations only, and no type.
  const typed = isRecord(entry) && entry.type === undefined ? { ...entry, type: 'text' } : entry;
  const result = recordSchema.safeParse(typed);
  if (!result.success) return { problem: describeIssues(result.error, typed, choices) };
  const { data } = result;
  const target = data.type === 'text' ? textTarget(data) : elementTarget(data);
  if (target === null) return { problem: 'elementSelector.cssSelector is empty, and its xpath is no path' };
  return { value: { ...commonOf(data, app), ...stateOf(data), replies: repliesOf(data), ...target } };
}

export function fromPageNote(entry: unknown, app: string): Converted {
  const result = z.looseObject(common).safeParse(entry);
  if (!result.success) return { problem: describeIssues(result.error, entry) };
  return { value: { ...commonOf(result.data, app), kind: 'page', status: 'pending', replies: [] } };
}

const types = ['text', 'element'] as const;
/** `resolved` is the word of the first releases for `addressed`. */
const statuses = ['open', 'in_progress', 'addressed', 'resolved'] as const;
const choices = { type: types, status: statuses };

const time = z.iso.datetime();

const common = {
  id: z.string().min(1),
  pageUrl: z.string(),
  pageTitle: z.string().optional(),
  note: z.string(),
  createdAt: time,
  updatedAt: time.optional(),
};

const onTarget = {
  ...common,
  status: z.enum(statuses).optional(),
  addressedAt: time.optional(),
  resolvedAt: time.optional(),
  replies: z
    .array(
      z.looseObject({
        message: z.string(),
        createdAt: time,
        role: z.enum(['agent', 'reviewer']).optional(),
      }),
    )
    .optional(),
};

const textRecord = z.looseObject({
  ...onTarget,
  type: z.literal('text'),
  selectedText: z.string().min(1),
  range: z.looseObject({
    startXPath: z.string().optional(),
    contextBefore: z.string().optional(),
    contextAfter: z.string().optional(),
  }),
  replacedText: z.string().optional(),
});

const elementRecord = z.looseObject({
  ...onTarget,
  type: z.literal('element'),
  elementSelector: z.looseObject({
    cssSelector: z.string(),
    xpath: z.string().optional(),
    description: z.string().optional(),
    outerHtmlPreview: z.string().optional(),
  }),
});

const recordSchema = z.discriminatedUnion('type', [textRecord, elementRecord]);

type Common = z.infer<z.ZodObject<typeof common>>;
type OnTarget = z.infer<z.ZodObject<typeof onTarget>>;

function commonOf(
  { id, pageUrl, pageTitle = '', note, createdAt, updatedAt = createdAt }: Common,
  app: string,
) {
  // The file did not tell people apart.
  return {
    id,
    appId: app,
    authorId: 'imported',
    pageUrl,
    pageTitle,
    annotationText: note,
    createdAt,
    updatedAt,
  };
}

/** What was accepted there was deleted. What an agent had begun becomes pending, so that an agent finds it. */
function stateOf({ status, addressedAt, resolvedAt }: OnTarget): Record<string, unknown> {
  const isDone = status === undefined ? resolvedAt !== undefined : /addressed|resolved/.test(status);
  const doneAt = addressedAt ?? resolvedAt;
  return isDone
    ? { status: 'resolved', ...(doneAt !== undefined && { resolvedAt: doneAt }) }
    : { status: 'pending' };
}

/** Replies had no id. The place in the list gives each the same one in every import. */
function repliesOf({ id, replies = [] }: OnTarget): Record<string, unknown>[] {
  return replies.map(({ message, createdAt, role }, index) => ({
    id: `${id}-reply-${index + 1}`,
    createdAt,
    author: role === 'reviewer' ? 'user' : 'agent',
    message,
  }));
}

function textTarget({ selectedText, range, replacedText }: z.infer<typeof textRecord>) {
  const { contextBefore = '', contextAfter = '', startXPath = '' } = range;
  const selector = selectorOf(startXPath);
  return {
    kind: 'text',
    // Its offsets counted inside one text node; the page finds the quote by its context.
    anchor: { quote: selectedText, contextBefore, contextAfter, start: 0, end: selectedText.length },
    ...(selector !== null && { selector }),
    ...(replacedText !== undefined && { replacementText: replacedText }),
  };
}

function elementTarget({ elementSelector }: z.infer<typeof elementRecord>) {
  const { cssSelector, xpath = '', description = '', outerHtmlPreview = '' } = elementSelector;
  const selector = cssSelector === '' ? selectorOf(xpath) : cssSelector;
  if (selector === null) return null;
  return {
    kind: 'element',
    selector,
    description: description === '' ? selector : description,
    ...(outerHtmlPreview !== '' && { domSnapshot: outerHtmlPreview }),
  };
}

/** `/html[1]/body[1]/p[2]/text()[1]` as CSS: the number counts the siblings of the same tag. `null` for anything else. */
function selectorOf(xpath: string): string | null {
  const path = xpath.replace(/\/text\(\)\[\d+\]$/, '');
  if (!/^(\/[a-z][\w-]*\[\d+\])+$/.test(path)) return null;
  const steps = path.slice(1).split('/');
  return steps.map((step) => step.replace(/\[(\d+)\]$/, ':nth-of-type($1)')).join(' > ');
}
