/**
 * Masks what annotations have read off pages, before a person of the team sees it. The overlay has masked most of it where
 * it was read; quotes are stored as they are, or they could not be found again, and a record may come from elsewhere.
 */
import type { Annotation, AnnotationOnPage } from '@annotate-mcp/core';
import { isSecretPair, redacted, redactText } from '@annotate-mcp/page-facts';

/** The same annotation stays the same, so that a list need not compare all of its items again. */
const known = new WeakMap<Annotation, Annotation>();

export function maskAnnotations(annotations: ReadonlyMap<string, Annotation>): Map<string, Annotation> {
  return new Map(
    Array.from(annotations, ([id, annotation]) => [id, known.get(annotation) ?? mask(annotation)]),
  );
}

function mask(annotation: Annotation): Annotation {
  const masked = annotation.kind === 'markdown' ? annotation : maskPageText(annotation);
  known.set(annotation, masked);
  return masked;
}

function maskPageText(annotation: AnnotationOnPage): Annotation {
  const entries = Object.entries(annotation).map(([name, value]: [string, unknown]) => [
    name,
    isReadOffPage(name) ? maskTexts(name, value) : value,
  ]);
  // Only texts are replaced by texts.
  return Object.fromEntries(entries) as Annotation;
}

function maskTexts(name: string, value: unknown): unknown {
  if (typeof value === 'string') return isSecretPair(name, value) ? redacted : redactText(value);
  if (Array.isArray(value)) return value.map((each) => maskTexts(name, each));
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(Object.entries(value).map(([member, each]) => [member, maskTexts(member, each)]));
}

function isReadOffPage(name: string): boolean {
  return Object.hasOwn(readOffPage, name) && readOffPage[name as keyof typeof readOffPage];
}

type MembersOf<T> = T extends unknown ? keyof T : never;

/** Addresses and paths are not masked here: they lead to the page and to the element. */
const readOffPage: Readonly<Record<MembersOf<AnnotationOnPage>, boolean>> = {
  acceptedAt: false,
  anchor: true,
  annotationText: false,
  answeredAt: false,
  appId: false,
  assignee: false,
  authorId: false,
  authorName: false,
  blurred: false,
  boundingBox: false,
  changedSince: false,
  checkFile: false,
  claim: false,
  componentFilePath: false,
  componentLocation: false,
  componentName: true,
  componentTreePath: true,
  consoleErrors: true,
  createdAt: false,
  description: true,
  domPath: false,
  domSnapshot: true,
  edited: false,
  edits: false,
  element: true,
  generatedAt: false,
  handedFrom: false,
  id: false,
  inputs: true,
  kind: false,
  mentions: false,
  origin: false,
  outsideReplies: false,
  pageTitle: true,
  pageUrl: false,
  pictures: false,
  proof: true,
  replacementText: true,
  replies: false,
  resolvedAt: false,
  runs: false,
  screenshot: false,
  selectionText: true,
  selector: false,
  sentAt: false,
  sessionId: false,
  sourceLocation: false,
  status: false,
  steps: true,
  stoppedAt: false,
  storyId: false,
  styleRules: true,
  targets: true,
  templateFilePath: false,
  tried: true,
  undoneAt: false,
  updatedAt: false,
  usedAt: false,
  uses: false,
  viewport: false,
  wishes: true,
  withdrawnAt: false,
  writtenIn: true,
};
