/** The tools of `annotate-mcp serve`, and how its outline is read. */
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';

import { type CallTool, meteredCall } from './metered-call.ts';
import type { OutlineLine } from './outline.ts';
import { type Cost, MissingToolFailure, type Place, type TaskTools, ToolFailure } from './task-tools.ts';

export interface AnnotateToolsDeps {
  /** Calls a tool of the server. */
  readonly call: CallTool;
  /** The project of the server: it uploads files of the project only. */
  readonly root: string;
}

export function annotateTools({ call, root }: AnnotateToolsDeps): TaskTools & AsyncDisposable {
  const cost: Cost = { calls: 0, characters: 0 };
  const opened: number[] = [];
  const ask = meteredCall(call, cost);
  const inTab = (tool: string, args: Record<string, unknown> = {}): Promise<string> =>
    ask(tool, { tab_id: opened.at(-1), ...args });
  const act = async (tool: string, args: Record<string, unknown>): Promise<void> =>
    void (await inTab(tool, args));
  const closeTabs = async (): Promise<void> => {
    // A tab that a page opened may be closed already.
    for (const tab_id of opened.splice(0)) await call('browser_close_tab', { tab_id });
  };
  const give = (place: Place, { name, content }: { name: string; content: string }) => {
    writeFileSync(join(root, name), content);
    return act('browser_type', { ...at(place), files: [name] });
  };
  return {
    title: 'annotate-mcp',
    cost,
    open: async (url) => {
      await closeTabs();
      opened.push(tabIn(await ask('browser_create_tab', { url })));
    },
    look: async () => readOutline(await inTab('browser_get_accessibility_tree')),
    click: (place, { count = 1, dialog } = {}) =>
      act('browser_click', {
        ...at(place),
        ...(count === 2 && { clickCount: 2 }),
        ...(dialog !== undefined && {
          dialog: dialog.accept ? 'accept' : 'dismiss',
          ...(dialog.text !== undefined && { promptText: dialog.text }),
        }),
      }),
    clickAt: (x, y) => act('browser_click', { x, y }),
    hover: (place) => act('browser_click', { ...at(place), clickCount: 0 }),
    drag: (from, to) => act('browser_drag', { ...at(from), to: at(to) }),
    fill: (place, text) => act('browser_type', { ...at(place), text, clear: true }),
    rewrite: (place, text) => act('browser_type', { ...at(place), text, clear: true }),
    append: (place, text) => act('browser_type', { ...at(place), text }),
    choose: (place, option) => act('browser_type', { ...at(place), text: option }),
    setValue: (place, _, value) => act('browser_type', { ...at(place), text: value, clear: true }),
    press: (key) => act('browser_press_key', { key }),
    scrollDown: () => act('browser_scroll', { pixels: 5_000 }),
    waitForText: (text) => act('browser_wait_for', { text }),
    takePicture: () => act('browser_screenshot', {}),
    upload: give,
    dropFile: give,
    download: async (place) => {
      const said = await inTab('browser_click', at(place));
      const [, path] = /"path":\s*("(?:[^"\\]|\\.)*")/.exec(said) ?? [];
      if (path === undefined) throw new ToolFailure(`it did not say where the file is: ${said}`);
      return String(JSON.parse(path));
    },
    goToNewTab: async () => {
      const tabs = await ask('browser_get_tabs', {});
      const ids = [...tabs.matchAll(/"?tab_id"?:?\s*(\d+)/g)].map(([, id]) => Number(id));
      const added = Math.max(...ids);
      if (opened.includes(added)) throw new MissingToolFailure('no tab was opened');
      opened.push(added);
    },
    [Symbol.asyncDispose]: closeTabs,
  };
}

function at(place: Place): Record<string, string> {
  return 'ref' in place ? { ref: place.ref } : { selector: place.css };
}

function tabIn(text: string): number {
  const [, id] = /"?tab_id"?:?\s*(\d+)/.exec(text) ?? [];
  if (id === undefined) throw new ToolFailure(`no tab was opened: ${text}`);
  return Number(id);
}

/** `role "name" [ref] ="value" state: text`, indented by two spaces. What has no name is known by its value or text. */
function readOutline(answer: string): OutlineLine[] {
  return answer.split('\n').flatMap((raw) => {
    const [, indent = '', line = ''] = /^(\s*)(.*)$/.exec(raw) ?? [];
    if (line === '') return [];
    const depth = indent.length;
    if (line.startsWith('- '))
      return [{ depth, role: 'text', name: line.slice(2), text: '', ref: null, raw }];
    const [, role = '', name, more = ''] = /^([\w-]+)(?: ("(?:[^"\\]|\\.)*"))?(.*)$/.exec(line) ?? [];
    const [, ref = null] = / \[(\w+)\]/.exec(more) ?? [];
    const [, value] = / =("(?:[^"\\]|\\.)*")/.exec(more) ?? [];
    const [, text = ''] = /: (.*)$/.exec(more) ?? [];
    const quoted = name ?? value;
    const known = quoted === undefined ? text : String(JSON.parse(quoted));
    return [{ depth, role, name: known, text, ref, raw }];
  });
}
