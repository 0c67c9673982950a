/** How an agent does a task with `chrome-devtools-mcp`. */
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';

import {
  type CallTool,
  type Cost,
  meteredCall,
  MissingToolFailure,
  type OutlineLine,
  type Place,
  type TaskTools,
  ToolFailure,
} from '@annotate-mcp/demo-tasks';

/** Files to upload are written to `folder`. */
export function devtoolsTools(title: string, call: CallTool, folder: string): TaskTools {
  const cost: Cost = { calls: 0, characters: 0 };
  const ask = meteredCall(call, cost);
  let pageId = 1;
  const act = async (tool: string, args: Record<string, unknown>): Promise<void> =>
    void (await ask(tool, { pageId, ...args }));
  return {
    title,
    cost,
    open: async (url) => {
      pageId = 1;
      // Ends a dialog that the task before it left open; an error says that there was none.
      await call('handle_dialog', { pageId, action: 'dismiss' });
      await act('navigate_page', { url });
    },
    look: async () => readOutline(await ask('take_snapshot', { pageId })),
    click: async (place, { count = 1, dialog } = {}) => {
      if ('css' in place) await act('evaluate_script', { function: clickOn(place.css) });
      else await act('click', { uid: place.ref, ...(count === 2 && { dblClick: true }) });
      if (dialog === undefined) return;
      const { accept, text } = dialog;
      const action = accept ? 'accept' : 'dismiss';
      await act('handle_dialog', { action, ...(text !== undefined && { promptText: text }) });
    },
    clickAt: (x, y) => act('click_at', { x, y }),
    hover: (place) => act('hover', { uid: uidOf(place) }),
    drag: (from, to) => act('drag', { from_uid: uidOf(from), to_uid: uidOf(to) }),
    fill: (place, text) => act('fill', { uid: uidOf(place), value: text }),
    // Its fill does not change an editor.
    rewrite: async (place, text) => {
      await act('click', { uid: uidOf(place) });
      await act('press_key', { key: 'Control+A' });
      await act('type_text', { text });
    },
    append: async (place, text) => {
      await act('click', { uid: uidOf(place) });
      await act('press_key', { key: 'End' });
      await act('type_text', { text });
    },
    choose: (place, option) => act('fill', { uid: uidOf(place), value: option }),
    setValue: (place, _, value) => act('fill', { uid: uidOf(place), value }),
    press: (key) => act('press_key', { key }),
    scrollDown: () => act('press_key', { key: 'End' }),
    waitForText: (text) => act('wait_for', { text: [text] }),
    takePicture: () => act('take_screenshot', { format: 'jpeg' }),
    upload: async (place, { name, content }) => {
      writeFileSync(join(folder, name), content);
      await act('upload_file', { uid: uidOf(place), filePaths: [join(folder, name)] });
    },
    dropFile: () => Promise.reject(new MissingToolFailure('it has no tool that drops a file')),
    download: async (place) => {
      const said = await ask('click', { pageId, uid: uidOf(place) });
      throw new ToolFailure(`it does not say where the file is: ${said}`);
    },
    goToNewTab: async () => {
      const pages = await ask('list_pages', {});
      pageId = Number([...pages.matchAll(/^(\d+):/gm)].at(-1)?.[1]);
      await act('select_page', {});
    },
  };
}

function uidOf(place: Place): string {
  if ('ref' in place) return place.ref;
  throw new MissingToolFailure('its tools take no CSS selector');
}

function clickOn(css: string): string {
  return `() => document.querySelector(${JSON.stringify(css)}).click()`;
}

/** `uid=1_2 role "name" state="value"`; text has no role. What has no name is known by its value. */
function readOutline(answer: string): OutlineLine[] {
  return answer.split('\n').flatMap((raw) => {
    const [, indent, ref = null, role = 'text', name, more = ''] =
      /^(\s*)uid=(\S+)(?: ([\w-]+))?(?: "(.*?)"(?=$| ))?(.*)$/.exec(raw) ?? [];
    if (indent === undefined) return [];
    const [, value = ''] = / value="(.*?)"/.exec(more) ?? [];
    return [{ depth: indent.length, role, name: name ?? value, text: '', ref, raw }];
  });
}
