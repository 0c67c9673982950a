/** A field that is filled holds what was typed, in every library that people use; the page itself tells what it has. */
import { randomUUID } from 'node:crypto';

import { fieldPages, startTaskSite, type FieldCase, type TaskSite } from '@annotate-mcp/demo-tasks';

import { expect, type TabOnSite, test as base } from './support/test.ts';

const test = base.extend<object, { taskSite: TaskSite }>({
  taskSite: [
    // oxlint-disable-next-line no-empty-pattern -- Playwright reads the names of the fixtures from it
    async ({}, use) => {
      await using site = await startTaskSite();
      await use(site);
    },
    { scope: 'worker' },
  ],
});

const ways: Readonly<Record<string, (tab: TabOnSite, field: FieldCase) => Promise<string>>> = {
  browser_fill_form: async (tab, { label, typed }) => {
    const { text } = await tab.do('browser_fill_form', { fields: [{ label, value: typed }] });
    return text;
  },
  browser_type: async (tab, { label, typed }) => {
    const ref = await tab.refOf(`"${label}"`);
    const { text } = await tab.do('browser_type', { ref, text: typed, clear: true });
    await tab.do('browser_press_key', { key: 'Tab' });
    return text;
  },
};

for (const { page, library, fields } of fieldPages) {
  for (const [tool, fill] of Object.entries(ways)) {
    const tag = library === 'flatpickr' ? [] : ['@full'];
    test(`${library}: ${tool} gives each field what is typed`, { tag }, async ({ open, taskSite }) => {
      test.setTimeout(180_000);
      const run = randomUUID();
      const tab = await open(`${taskSite.url}/${page}?run=${run}`);
      const said: Record<string, string> = {};
      for (const field of fields)
        said[field.label] = await fill(tab, field).catch((error: unknown) => String(error));
      const wanted = Object.fromEntries(fields.map(({ part, told }) => [part, told]));
      await expect
        .poll(() => taskSite.stateOf(run), { message: JSON.stringify(said, null, 1) })
        .toMatchObject(wanted);
    });
  }
}
