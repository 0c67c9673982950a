/** What agents really do, on pages with the libraries that people use: each task is done by the refs of a snapshot. */
import { annotateTools, runTask, startTaskSite, tasks, type TaskSite } from '@annotate-mcp/demo-tasks';

import { expect, test as base } from './support/test.ts';

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

/** One of each kind that needs no package of demos/tasks/component-libraries; the others run with the full suite. */
const telling = new Set([
  'TodoMVC: delete a todo, whose button shows on hover',
  'flatpickr: pick a date',
  'a frame of another site',
  'elements that are only a listener',
]);

for (const task of tasks) {
  test(task.name, { tag: telling.has(task.name) ? [] : ['@full'] }, async ({ agent, serving, taskSite }) => {
    await using tools = annotateTools({ call: (tool, args) => agent.call(tool, args), root: serving.root });
    const { outcome, why } = await runTask(task, tools, taskSite);
    expect({ outcome, why }).toEqual({ outcome: 'by refs', why: '' });
  });
}

test('the tasks have different names, and those that tell most are among them', () => {
  const names = new Set(tasks.map(({ name }) => name));
  expect(names.size).toBe(tasks.length);
  expect([...telling].filter((name) => !names.has(name))).toEqual([]);
});
