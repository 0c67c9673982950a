import {
  type Annotation,
  isAssignedTo,
  isWrittenBy,
  type Kind,
  nearestPlaces,
  placeKey,
  type SentStatus,
  type ComponentTarget,
  addressOf,
} from '@annotate-mcp/core';
import { everyAnnotation, type Query, type Store } from '@annotate-mcp/store';

import type { GlobalOptions } from '../cli-command.ts';
import { openWithDocuments, locateStore, using } from '../project-store.ts';
import { readByAgent, type Terminal } from '../terminal.ts';

import { plainLine, table } from './table.ts';

export interface ListOptions {
  /** Plain text; upper and lower case are the same. */
  grep?: string;
  /** Any address of a page, its path, or a Markdown file. */
  page?: string;
  status?: SentStatus[];
  app?: string;
  session?: string;
  kind?: Kind;
  /** A name, or an id or the beginning of one. */
  author?: string;
  assignee?: string;
  limit: number;
  stats?: boolean;
  json?: boolean;
}

export async function list(options: ListOptions & GlobalOptions, terminal: Terminal): Promise<void> {
  const location = locateStore(options);
  const store = await openWithDocuments(location);
  const found: Found =
    store === null ? { annotations: [], more: false } : await using(store, (open) => find(open, options));
  if (!terminal.isScreen && found.annotations.length > 0) terminal.note(readByAgent);
  if (options.json === true) {
    terminal.print(JSON.stringify(found, null, 2));
    return;
  }
  show(found, terminal);
  if (store === null) terminal.note(`Nothing has been annotated in ${location.root} yet.`);
  else if (found.annotations.length === 0) terminal.note(describeNothing(found, options));
  else if (found.more)
    terminal.note(`More annotations match. Raise --limit (now ${options.limit}) to see them.`);
  if (found.annotations.some(({ origin }) => origin === 'repository'))
    terminal.note(
      'Agents do not get what came with the repository. To decide: annotate-mcp trust, or trust --only <id>.',
    );
  if (found.unreadable !== undefined)
    terminal.note(`${found.unreadable} more cannot be read: annotate-mcp doctor says which and why.`);
}

interface Found {
  annotations: Annotation[];
  /** Older ones match too. */
  more: boolean;
  /** How many records of the store cannot be read, whatever was asked for; missing when there are none. */
  unreadable?: number;
  /** For a page that has no annotations: those most like it that have some. */
  nearestPages?: string[];
}

async function find(store: Store, options: ListOptions): Promise<Found> {
  const annotations: Annotation[] = [];
  const { length } = await store.listUnreadable();
  const unreadable = length === 0 ? {} : { unreadable: length };
  for await (const annotation of matchesIn(store, options)) {
    if (annotations.length === options.limit) return { annotations, more: true, ...unreadable };
    annotations.push(annotation);
  }
  const { page } = options;
  const nearestPages = annotations.length === 0 && page !== undefined ? await findNearest(store, page) : null;
  return { annotations, more: false, ...unreadable, ...(nearestPages !== null && { nearestPages }) };
}

/** All that the options ask for, newest first. */
export async function* matchesIn(store: Store, options: ListOptions): AsyncGenerator<Annotation> {
  for await (const annotation of everyAnnotation(store, queryOf(options), { order: 'newest' }))
    if (isAskedFor(annotation, options)) yield annotation;
}

function isAskedFor(annotation: Annotation, { grep, author, assignee }: ListOptions): boolean {
  return (
    (grep === undefined || contains(annotation, grep)) &&
    (author === undefined || isWrittenBy(annotation, author)) &&
    (assignee === undefined || isAssignedTo(annotation, assignee))
  );
}

/** `null` when the page has annotations, which other options exclude. */
async function findNearest(store: Store, page: string): Promise<string[] | null> {
  const places = await store.places();
  return places.includes(placeKey(page)) ? null : nearestPlaces(page, places);
}

function queryOf({ status, page, app, session, kind }: ListOptions): Query {
  return {
    ...(page !== undefined && { place: page }),
    ...(status !== undefined && { status }),
    ...(app !== undefined && { appId: app }),
    ...(session !== undefined && { sessionId: session }),
    ...(kind !== undefined && { kind }),
  };
}

function describeNothing({ nearestPages }: Found, { page = '' }: ListOptions): string {
  if (nearestPages === undefined) return 'No annotation matches.';
  const nothing = `No annotation is on ${page}.`;
  if (nearestPages.length === 0) return nothing;
  return `${nothing} The nearest pages that have some:\n${nearestPages.map((place) => `  ${place}`).join('\n')}`;
}

function show({ annotations }: Found, terminal: Terminal): void {
  if (annotations.length === 0) return;
  const { columns, colors } = terminal;
  const lines = terminal.isScreen
    ? table(annotations, { columns, colors, now: new Date() })
    : annotations.map(plainLine);
  for (const line of lines) terminal.print(line);
}

/** Whether the annotation has this text; upper and lower case are the same. */
function contains(annotation: Annotation, grep: string): boolean {
  const wanted = grep.toLowerCase();
  return searchable(annotation).some((text) => text?.toLowerCase().includes(wanted) === true);
}

/** Text, replies, component names, files and page. */
function searchable(annotation: Annotation): (string | undefined)[] {
  return [
    annotation.id,
    annotation.annotationText,
    ...annotation.replies.map(({ message }) => message),
    addressOf(annotation),
    ...(annotation.kind === 'markdown' ? [] : [annotation.pageTitle, annotation.selectionText]),
    ...ofKind(annotation),
  ];
}

function ofKind(annotation: Annotation): (string | undefined)[] {
  switch (annotation.kind) {
    case 'component':
      return [annotation, ...(annotation.targets ?? [])].flatMap(ofTarget);
    case 'element':
      return [annotation.description, annotation.sourceLocation?.file, annotation.generatedAt?.file];
    case 'text':
      return [annotation.anchor.quote, annotation.sourceLocation?.file];
    case 'markdown':
      return [annotation.anchor.quote];
    case 'page':
      return [];
  }
}

function ofTarget(target: ComponentTarget): (string | undefined)[] {
  return [
    target.componentName,
    target.componentFilePath,
    target.templateFilePath,
    target.sourceLocation?.file,
    target.generatedAt?.file,
    ...(target.uses ?? []).map(({ file }) => file),
    target.element?.name,
    target.element?.text,
  ];
}
