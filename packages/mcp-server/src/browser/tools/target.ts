/** Reads the tab, element or point that a command is about from a tool's arguments. */
import type { ElementTarget, Target } from '@annotate-mcp/browser-protocol';
import { AnnotateError, type AnnotationOnPage, pageKey } from '@annotate-mcp/core';
import { pageTargetSchema, parseAs } from '@annotate-mcp/core/schema';

import { invalidArgumentsError } from '../../errors.ts';
import type { BrowserContext } from '../context.ts';
import { isLoopbackName } from '../scripts/addresses.ts';

import { loadMs } from './fields.ts';

export interface ElementInput {
  ref?: string | undefined;
  selector?: string | undefined;
  annotation_id?: string | undefined;
}

export interface TargetInput extends ElementInput {
  x?: number | undefined;
  y?: number | undefined;
}

/** `undefined` if the arguments name no element. */
export async function elementOf(
  { ref, selector, annotation_id }: ElementInput,
  context: BrowserContext,
): Promise<ElementTarget | undefined> {
  const named = [ref, selector, annotation_id].filter((one) => one !== undefined);
  if (named.length > 1) throw ambiguousTargetError('ref, selector and annotation_id');
  if (ref !== undefined) return { by: 'ref', ref };
  if (selector !== undefined) return { by: 'selector', selector };
  return annotation_id === undefined ? undefined : annotationTarget(annotation_id, context);
}

/** With an element, `x` and `y` are a point of it, from its top left; without one, a point of the viewport. */
export async function targetOf(
  input: TargetInput,
  context: BrowserContext,
): Promise<{ target: Target; at?: { x: number; y: number } }> {
  const { x, y } = input;
  const element = await elementOf(input, context);
  if (x === undefined && y === undefined)
    return { target: element ?? refuseMissing('ref, selector, annotation_id, or x and y') };
  if (x === undefined || y === undefined) throw invalidArgumentsError('A point needs both x and y.');
  return element === undefined ? { target: { by: 'point', x, y } } : { target: element, at: { x, y } };
}

/** The named tab, or a tab that shows the annotation's page; opens one in the background if there is none. */
export async function tabOf(
  { tab_id, annotation_id }: { tab_id?: number | undefined; annotation_id?: string | undefined },
  context: BrowserContext,
): Promise<number> {
  if (tab_id !== undefined) return tab_id;
  if (annotation_id === undefined) return refuseMissing('tab_id');
  const { pageUrl } = await requirePageAnnotation(annotation_id, context);
  const { tabs } = await context.ask('get_tabs', {});
  const [found] = tabs
    .map((tab) => ({ tabId: tab.tabId, rank: rankTab(tab, pageUrl) }))
    .filter(({ rank }) => rank < notShowing)
    .sort((a, b) => a.rank - b.rank);
  if (found !== undefined) return found.tabId;
  if (!/^https?:/i.test(pageUrl)) throw noTabError(annotation_id, pageUrl);
  const { tab } = await context.ask('create_tab', { url: pageUrl, active: false, timeoutMs: loadMs });
  return tab.tabId;
}

/** Throws; `what` names the arguments of which one is needed. */
export function refuseMissing(what: string): never {
  throw invalidArgumentsError(`Missing argument: ${what}.`);
}

async function annotationTarget(id: string, context: BrowserContext): Promise<ElementTarget> {
  const annotation = await requirePageAnnotation(id, context);
  const place = parseAs(pageTargetSchema, annotation, {
    code: 'annotation/invalid',
    subject: `Annotation ${id}`,
    hint: 'Name its element by ref or selector instead.',
  });
  return { by: 'annotation', annotationId: id, place };
}

async function requirePageAnnotation(id: string, { store }: BrowserContext): Promise<AnnotationOnPage> {
  const annotation = await store.require(id);
  if (annotation.kind !== 'markdown') return annotation;
  throw new AnnotateError('annotation/invalid', `Annotation ${id} is about a Markdown file, not a page.`, {
    hint: 'Read the file instead.',
  });
}

const notShowing = 8;

/**
 * The tab with the smallest number is the one to use. Besides the page, the host has to be the same: for a list, a tunnel
 * and this machine are the same app, but commands must not go to a stranger's page behind another tunnel. A tab whose
 * query differs is the last choice: the element can be there even so, and the extension reports if it is not.
 */
function rankTab({ url, active }: { url: string; active: boolean }, pageUrl: string): number {
  const [tab, page] = [URL.parse(url), URL.parse(pageUrl, 'http://localhost')];
  const isHere =
    tab !== null &&
    page !== null &&
    isSameHost(tab.hostname, page.hostname) &&
    tab.pathname === page.pathname;
  const isPage = pageKey(url) === pageKey(pageUrl) && isSameHost(tab?.hostname ?? '', page?.hostname ?? '');
  if (!isHere && !isPage) return notShowing;
  // Two apps on this machine may have the same path, so a tab with the same port comes first.
  return (isPage ? 0 : 4) + (tab?.origin === page?.origin ? 0 : 2) + (active ? 0 : 1);
}

function isSameHost(a: string, b: string): boolean {
  return a === b || (isLoopbackName(a) && isLoopbackName(b));
}

function ambiguousTargetError(what: string): AnnotateError {
  return invalidArgumentsError(`Pass only one of ${what}.`);
}

function noTabError(id: string, pageUrl: string): AnnotateError {
  return new AnnotateError(
    'tab/none',
    `No tab shows ${JSON.stringify(pageUrl)}, the page of annotation ${id}.`,
    {
      hint: 'Open its page with browser_create_tab and pass that tab_id.',
      quotesPage: true,
    },
  );
}
