/** How an agent does a task with `@playwright/mcp`. */
import { writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';

import {
  type CallTool,
  type Cost,
  meteredCall,
  type OutlineLine,
  type Place,
  type TaskTools,
  ToolFailure,
} from '@annotate-mcp/demo-tasks';

/** `folder` is its working folder: it uploads and saves files there. */
export function playwrightTools(title: string, call: CallTool, folder: string): TaskTools {
  const cost: Cost = { calls: 0, characters: 0 };
  const ask = meteredCall(call, cost);
  const act = async (tool: string, args: Record<string, unknown>): Promise<void> =>
    void (await ask(tool, args));
  const write = (name: string, content: string): string => {
    writeFileSync(join(folder, name), content);
    return join(folder, name);
  };
  return {
    title,
    cost,
    open: async (url) => {
      // Ends a dialog or file chooser that the task before it left open; an error says that there was none.
      await call('browser_handle_dialog', { accept: false });
      await call('browser_file_upload', {});
      await act('browser_navigate', { url });
    },
    look: async () => readOutline(await ask('browser_snapshot', {})),
    click: async (place, { count = 1, dialog } = {}) => {
      await act('browser_click', { ...at(place), ...(count === 2 && { doubleClick: true }) });
      if (dialog === undefined) return;
      const { accept, text } = dialog;
      await act('browser_handle_dialog', { accept, ...(text !== undefined && { promptText: text }) });
    },
    clickAt: (x, y) => act('browser_mouse_click_xy', { x, y }),
    hover: (place) => act('browser_hover', at(place)),
    drag: (from, to) =>
      act('browser_drag', {
        startElement: 'from here',
        startTarget: targetOf(from),
        endElement: 'to there',
        endTarget: targetOf(to),
      }),
    fill: (place, text) => act('browser_type', { ...at(place), text }),
    rewrite: (place, text) => act('browser_type', { ...at(place), text }),
    append: async (place, text) => {
      await act('browser_click', at(place));
      await act('browser_press_key', { key: 'End' });
      await act('browser_type', { ...at(place), text, slowly: true });
    },
    choose: (place, option) => act('browser_select_option', { ...at(place), values: [option] }),
    setValue: (place, _, value) => act('browser_type', { ...at(place), text: value }),
    press: (key) => act('browser_press_key', { key }),
    scrollDown: () => act('browser_mouse_wheel', { deltaX: 0, deltaY: 5_000 }),
    waitForText: (text) => act('browser_wait_for', { text }),
    takePicture: () => act('browser_take_screenshot', { type: 'jpeg' }),
    upload: async (place, { name, content }) => {
      await act('browser_click', at(place));
      await act('browser_file_upload', { paths: [write(name, content)] });
    },
    dropFile: (place, { name, content }) =>
      act('browser_drop', { ...at(place), paths: [write(name, content)] }),
    download: async (place) => {
      const said = await ask('browser_click', at(place));
      const [, path] = /Downloaded file .* to "(.*)"/.exec(said) ?? [];
      if (path === undefined) throw new ToolFailure(`it did not say where the file is: ${said}`);
      return resolve(folder, path);
    },
    goToNewTab: async () => {
      const tabs = await ask('browser_tabs', { action: 'list' });
      const last = [...tabs.matchAll(/^- (\d+):/gm)].at(-1)?.[1];
      await act('browser_tabs', { action: 'select', index: Number(last) });
    },
  };
}

function at(place: Place): Record<string, string> {
  return { element: 'it', target: targetOf(place) };
}

function targetOf(place: Place): string {
  return 'ref' in place ? place.ref : place.css;
}

/** `- role "name" [ref=e1] [state]: text`, as YAML. */
function readOutline(answer: string): OutlineLine[] {
  return answer.split('\n').flatMap((raw) => {
    const [, indent, entry = ''] = /^(\s*)- (.*)$/.exec(raw) ?? [];
    if (indent === undefined || entry.startsWith('/')) return [];
    // YAML quotes a key that has a colon in it.
    const line = entry.startsWith("'")
      ? entry.replace(/^'((?:[^']|'')*)'/, (_, key: string) => key.replaceAll("''", "'"))
      : entry;
    const [, role = '', name, more = ''] = /^([\w-]+)(?: "((?:[^"\\]|\\.)*)")?(.*)$/.exec(line) ?? [];
    const [, ref = null] = /\[ref=(\w+)\]/.exec(more) ?? [];
    const text = (/: (.*)$/.exec(more)?.[1] ?? '').replace(/^"(.*)"$/, '$1');
    return [{ depth: indent.length, role, name: name ?? text, text, ref, raw }];
  });
}
