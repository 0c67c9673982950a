import type { Annotation, Kind } from '@annotate-mcp/core';
import type { Query, Store } from '@annotate-mcp/store';

import type { GlobalOptions } from '../command.ts';
import type { ShownStatus } from '../options.ts';
import { annotationsIn, openExisting, locateStore, using } from '../project-store.ts';
import type { Terminal } from '../terminal.ts';

import { matches, type Search } from './search.ts';
import { plainLine, table } from './table.ts';

export interface ListOptions extends Search {
  status?: ShownStatus[];
  app?: string;
  session?: string;
  kind?: Kind;
  limit: number;
  json?: boolean;
}

export async function list(options: ListOptions & GlobalOptions, terminal: Terminal): Promise<void> {
  const location = locateStore(options);
  const store = await openExisting(location);
  const found: Found =
    store === null ? { annotations: [], more: false } : await using(store, (open) => find(open, options));
  if (options.json === true) {
    terminal.print(JSON.stringify(found, null, 2));
    return;
  }
  show(found, terminal);
  if (store === null) terminal.note(`Nothing has been annotated in ${location.root} yet.`);
  else if (found.annotations.length === 0) terminal.note('No annotation matches.');
  else if (found.more)
    terminal.note(`More annotations match. Raise --limit (now ${options.limit}) to see them.`);
  if (found.annotations.some(({ origin }) => origin === 'repository'))
    terminal.note(
      'Agents do not get what came with the repository. To decide: annotate-mcp trust, or trust --adopt <id>.',
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
}

async function find(store: Store, options: ListOptions): Promise<Found> {
  const annotations: Annotation[] = [];
  const { length } = await store.setAside();
  const unreadable = length === 0 ? {} : { unreadable: length };
  for await (const annotation of annotationsIn(store, queryOf(options), 'newest')) {
    if (!matches(annotation, options)) continue;
    if (annotations.length === options.limit) return { annotations, more: true, ...unreadable };
    annotations.push(annotation);
  }
  return { annotations, more: false, ...unreadable };
}

function queryOf({ status, app, session, kind }: ListOptions): Query {
  return {
    ...(status !== undefined && { status }),
    ...(app !== undefined && { appId: app }),
    ...(session !== undefined && { sessionId: session }),
    ...(kind !== undefined && { kind }),
  };
}

function show({ annotations }: Found, terminal: Terminal): void {
  if (annotations.length === 0) return;
  const { columns, colors } = terminal;
  const lines = terminal.isScreen
    ? table(annotations, { columns, colors, now: new Date() })
    : annotations.map(plainLine);
  for (const line of lines) terminal.print(line);
}
