/** Looks at one element of the page: what an agent, or a later comparison, wants to know about it. Changes nothing. */
import type { ElementLook, LookedAtComponent } from '@annotate-mcp/core';
import { redacted, redactText } from '@annotate-mcp/page-facts';

import { cleanLine } from '../capture/clean-line.ts';
import type { ConsoleTail } from '../capture/console-tail.ts';
import { captureElement } from '../capture/screenshot.ts';
import { reasonOf } from '../commands/notify.ts';
import { domPath, elementFacts } from '../inspectors/dom.ts';
import type { InspectedTarget, Inspection } from '../inspectors/inspection.ts';
import { pageBox } from '../inspectors/page-box.ts';
import { isInPrivate, shownAttributes } from '../inspectors/private-parts.ts';
import { readPageFacts } from '../window/page-facts.ts';

import { differingStyles, namedStyles } from './differing-styles.ts';
import { elementText } from './element-text.ts';
import { outlineOf } from './outline.ts';
import { isEdited, isEditingHost, isTyped, showsTyped } from './typed.ts';
import { whyInvisible } from './why-invisible.ts';

export interface LookDeps {
  readonly inspection: Pick<Inspection, 'describe'>;
  readonly consoleTail: Pick<ConsoleTail, 'rawLines'>;
  /** The overlay's own. */
  readonly root: ShadowRoot;
}

export interface LookOptions {
  /** Exactly these computed styles. Default: those that differ from the defaults of the tag. */
  readonly styles?: readonly string[];
  /** Leaves out what the console said before. Default: everything since the page was loaded. */
  readonly consoleSince?: Date;
}

export async function takeLook(
  element: Element,
  { styles, consoleSince }: LookOptions,
  { inspection, consoleTail, root }: LookDeps,
): Promise<ElementLook> {
  const inPrivate = isInPrivate(element);
  const { tag, role, name } = elementFacts(element);
  const { url, title, viewport, scroll } = readPageFacts();
  const invisibleBecause = whyInvisible(element);
  const look = {
    takenAt: new Date().toISOString(),
    pageUrl: redactText(url),
    pageTitle: redactText(title.slice(0, 2_000)),
    viewport: { ...viewport },
    scroll: { ...scroll },
    element: {
      tag,
      ...(role !== undefined && { role }),
      ...(name !== undefined && !inPrivate && !isTypedName(name, element) && { name }),
    },
    selector: domPath(element).slice(0, 4_000),
    text: inPrivate ? redacted : elementText(element),
    outline: inPrivate ? redacted : outlineOf(element),
    attributes: Object.fromEntries(attributesOf(element, inPrivate).slice(0, 100)),
    styles: shownStyles(
      styles === undefined ? differingStyles(element, root) : namedStyles(element, styles),
      inPrivate,
    ),
    box: pageBox(element),
    ...(invisibleBecause !== null && { invisibleBecause }),
    consoleErrors: consoleTail.rawLines(consoleSince).map(cleanLine),
  };
  // Last, because it may load source maps: everything above is of one moment.
  const target = await inspection.describe(element, null).catch(() => null);
  return { ...look, ...(target !== null && writtenAt(target, inPrivate)) };
}

/** The name is a heading in the element, and that is in a part of the page that the person edits. */
function isTypedName(name: string, element: Element): boolean {
  if (showsTyped() || element.hasAttribute('aria-label')) return false;
  if (isEdited(element)) return true;
  const hosts = [...element.querySelectorAll('[contenteditable]')].filter(isEditingHost);
  return hosts.some(({ textContent }) => textContent.replace(/\s+/g, ' ').includes(name));
}

/** An app may write into the attribute what a person types into the field. */
function attributesOf(element: Element, inPrivate: boolean): [name: string, value: string][] {
  const shown = shownAttributes(element, inPrivate);
  return isTyped(element) && !showsTyped() ? shown.filter(([name]) => name !== 'value') : shown;
}

/** An address in a style may have a token in it, and that of a private element may be a person's picture. */
function shownStyles(styles: Record<string, string>, inPrivate: boolean): Record<string, string> {
  const shown = Object.entries(styles).filter(([, value]) => !inPrivate || !value.includes('url('));
  return Object.fromEntries(shown.map(([name, value]) => [name, redactText(value)]));
}

function writtenAt(
  target: InspectedTarget,
  inPrivate: boolean,
): Pick<ElementLook, 'component' | 'sourceLocation'> {
  const { sourceLocation } = target;
  return {
    ...(sourceLocation !== undefined && { sourceLocation }),
    ...(target.kind === 'component' && { component: componentOf(target, inPrivate) }),
  };
}

function componentOf(target: InspectedTarget & { kind: 'component' }, inPrivate: boolean): LookedAtComponent {
  const { componentName, componentFilePath, templateFilePath, componentLocation, inputs } = target;
  return {
    name: componentName,
    file: componentFilePath,
    ...(templateFilePath !== undefined && { templateFile: templateFilePath }),
    ...(componentLocation !== undefined && { line: componentLocation.line }),
    // What a private element shows comes from the inputs of its component.
    inputs: inPrivate ? {} : inputs,
  };
}

/** A picture of the element as WebP, or the sentence that says why there is none. */
export async function takePicture(
  element: Element,
  maxBytes: number,
): Promise<{ picture: Blob } | { problem: string }> {
  try {
    const hides = showsTyped() ? undefined : isTyped;
    return { picture: await captureElement(element, { maxBytes, ...(hides && { hides }) }) };
  } catch (error) {
    return { problem: reasonOf(error) };
  }
}
