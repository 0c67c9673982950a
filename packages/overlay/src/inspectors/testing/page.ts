import { server } from 'vitest/browser';

import type { Manifest } from '@annotate-mcp/core';

import type { InspectContext, Inspector } from '../inspector.ts';
import { createProjectPath } from '../project-path.ts';
import { treePath } from '../summaries.ts';

const { root } = server.config;

/** Vitest serves the repository from its root. */
export const testConfig = { hub: '/__annotate', appId: '.', projectRoot: root, appRoot: root };

export function testContext(manifest: Manifest = {}): InspectContext {
  return { manifest, toProjectPath: createProjectPath(testConfig), base: '/' };
}

/** Names of the project's components around the nearest one, root first. */
export async function pathAround(
  inspector: Inspector,
  element: Element,
  context: InspectContext,
): Promise<string[]> {
  const files = await inspector.files(element, context);
  const components = inspector.ancestry(element).map((summary, at) => ({ summary, file: files[at] ?? null }));
  return treePath(components, 0);
}

export function element(selector: string, root: ParentNode = document): Element {
  const found = root.querySelector(selector);
  if (found === null) throw new Error(`The page has no ${selector}.`);
  return found;
}

/** 1-based line of the first place where a source file says this. */
export async function lineOf(moduleUrl: string, text: string): Promise<number> {
  const served = await (await fetch(moduleUrl)).text();
  const [, map = ''] = /sourceMappingURL=data:application\/json;base64,(\S+)\s*$/.exec(served) ?? [];
  const bytes = Uint8Array.from(atob(map), (char) => char.charCodeAt(0));
  const { sourcesContent } = JSON.parse(new TextDecoder().decode(bytes)) as { sourcesContent: string[] };
  const index = (sourcesContent[0] ?? '').split('\n').findIndex((line) => line.includes(text));
  if (index === -1) throw new Error(`The source does not say ${text}.`);
  return index + 1;
}
