/** How a started agent is set: what it announces, what the person chooses, what of it is there the next time. */
import { describe, expect, it, onTestFinished } from 'vitest';

import type { Answer, Asked } from '@annotate-mcp/consent';
import { reply } from '@annotate-mcp/core';
import { isPosix } from '@annotate-mcp/store/testing/machine';

import { askWhichAgent } from '../start-question.ts';
import { type Announced, tell, toldAgent } from '../testing/told-agent.ts';
import { author, createWorkProject, patience, type WorkProject } from '../testing/work-project.ts';

import { RememberedSettings } from './remembered-settings.ts';

const values = (...names: string[]) => names.map((name) => ({ value: name.toLowerCase(), name }));
const model = {
  id: 'model',
  name: 'Model',
  category: 'model',
  type: 'select',
  currentValue: 'big',
  options: [
    { group: 'new', name: 'New', options: [{ value: 'big', name: 'Big', description: 'Thinks long' }] },
    { group: 'old', name: 'Old', options: values('Small', 'Huge') },
  ],
};
const effort = {
  id: 'effort',
  name: 'Effort',
  category: 'thought_level',
  type: 'select',
  currentValue: 'low',
  options: values('Low', 'High'),
};
/** A small model has no effort to choose. */
const effortOfBig = { ...effort, onlyWith: { id: 'model', value: 'big' } };
const fast = { id: 'fast', name: 'Fast mode', type: 'boolean', currentValue: false };

async function project(): Promise<WorkProject> {
  const here = await createWorkProject();
  onTestFinished(() => here.close());
  return here;
}

const startWith = (here: WorkProject, announced: Announced) => here.start({ command: toldAgent(announced) });
const announcing = (...configOptions: object[]): Announced => ({ session: { configOptions } });

async function settings(here: WorkProject) {
  await expect.poll(() => here.questions.filter(isSettings).length, patience).toBe(1);
  const [question] = here.questions.filter(isSettings);
  if (question === undefined) throw new Error('No settings are offered.');
  return question;
}

function isSettings({ asked }: { asked: Asked }): boolean {
  return asked.kind === 'settings';
}

function use(chosen: Record<string, string | boolean>): Answer {
  return { optionId: 'use', values: new Map(Object.entries(chosen)) };
}

/** What the agent says it is set to, when it is asked. */
async function saidBy(here: WorkProject): Promise<unknown> {
  const id = await here.send(tell({}));
  await expect.poll(async () => (await here.get(id)).replies.length, patience).toBe(1);
  return (JSON.parse((await here.get(id)).replies[0]?.message ?? '{}') as { options: unknown }).options;
}

describe('an agent with settings', () => {
  it('is shown with what it can be set to, as its own words', async () => {
    const here = await project();
    await startWith(here, announcing(model, effort, fast));
    const { asked } = await settings(here);
    expect(asked).toMatchObject({
      title: 'Big · Low',
      agentName: 'Told',
      fields: [
        {
          id: 'model',
          type: 'choice',
          value: 'big',
          choices: [
            { value: 'big', name: 'Big', hint: 'Thinks long', group: 'New' },
            { value: 'small', name: 'Small', group: 'Old' },
            { value: 'huge' },
          ],
        },
        { id: 'effort', value: 'low' },
        { id: 'fast', type: 'yes-no', value: false },
      ],
    });
    expect(asked.annotationId).toBeUndefined();
  });

  it('is set while it runs, offers what it then has, and is set so again at the next start', async () => {
    const here = await project();
    const announced = announcing(model, effortOfBig, fast);
    const running = await startWith(here, announced);
    (await settings(here)).answer(use({ model: 'big', effort: 'high', fast: true }));
    await expect
      .poll(async () => (await settings(here)).asked.title, patience)
      .toBe('Big · High · Fast mode');
    expect(await saidBy(here)).toBe('model=big,effort=high,fast=true');
    (await settings(here)).answer(use({ model: 'small', effort: 'high', fast: true }));
    await expect.poll(async () => (await settings(here)).asked.title, patience).toBe('Small · Fast mode');
    await running.close();
    expect(here.questions.filter(isSettings)).toEqual([]);
    await startWith(here, announced);
    expect(await saidBy(here)).toBe('model=small,fast=true');
  });

  it('is set again at the next start although one setting is there only with another one', async () => {
    const here = await project();
    const announced = announcing({ ...model, currentValue: 'small' }, effortOfBig);
    const running = await startWith(here, announced);
    (await settings(here)).answer(use({ model: 'big' }));
    await expect.poll(async () => (await settings(here)).asked.title, patience).toBe('Big · Low');
    (await settings(here)).answer(use({ effort: 'high' }));
    await expect.poll(async () => (await settings(here)).asked.title, patience).toBe('Big · High');
    await running.close();
    // As if it had been chosen first.
    const command = toldAgent(announced);
    new RememberedSettings(here.root, here.settingsFolder).update(command, {
      values: { effort: 'high', model: 'big' },
    });
    await here.start({ command });
    expect(await saidBy(here)).toBe('model=big,effort=high');
    expect(here.lines.filter((line) => line.includes('offer'))).toEqual([]);
  });

  it('that does not accept a value says so where it was chosen, and the value is not kept', async () => {
    const here = await project();
    const announced = { ...announcing(model, effort), refuses: ['huge'] };
    const running = await startWith(here, announced);
    (await settings(here)).answer(use({ model: 'huge', effort: 'high' }));
    await expect
      .poll(async () => (await settings(here)).asked.title, patience)
      .toBe('Big · High (it did not accept the last change)');
    expect((await settings(here)).asked.text).toContain(
      'Told did not accept Model “huge”: Your plan does not have it.',
    );
    await running.close();
    await startWith(here, announced);
    expect(await saidBy(here)).toBe('model=big,effort=high');
  });

  it('that never answers to one starts all the same, and is waited for only once', async () => {
    const here = await project();
    const remembered = new RememberedSettings(here.root, here.settingsFolder);
    const command = toldAgent({ ...announcing(model, effort, fast), ignores: ['small'] });
    remembered.update(command, { values: { model: 'small', effort: 'high', fast: true } });
    await here.start({ command, settingMs: 300 });
    expect(here.lines.filter((line) => line.includes('did not answer within 0.3 s'))).toHaveLength(3);
    expect(await saidBy(here)).toBe('model=big,effort=low,fast=false');
  });

  it('that answers late to one is shown as it is then', async () => {
    const here = await project();
    const remembered = new RememberedSettings(here.root, here.settingsFolder);
    const command = toldAgent({ ...announcing(model), delays: ['small'] });
    remembered.update(command, { values: { model: 'small' } });
    await here.start({ command, settingMs: 300 });
    expect((await settings(here)).asked.title).toBe('Big');
    expect(await saidBy(here)).toBe('model=big');
    await expect.poll(async () => (await settings(here)).asked.title, patience).toBe('Small');
  });

  it('that no longer offers what was chosen starts with its own value, and the terminal says so', async () => {
    const here = await project();
    const running = await startWith(here, announcing(model));
    (await settings(here)).answer(use({ model: 'huge' }));
    await expect.poll(async () => (await settings(here)).asked.title, patience).toBe('Huge');
    await running.close();
    await startWith(here, announcing({ ...model, options: values('Big', 'Small') }));
    expect(await saidBy(here)).toBe('model=big');
    expect(here.lines).toContain('Told does not offer Model “huge” any more.');
  });

  it('that changes its settings by itself is offered as it then is', async () => {
    const here = await project();
    await startWith(here, announcing(model));
    const before = await settings(here);
    const changed = {
      sessionUpdate: 'config_option_update',
      configOptions: [{ ...effort, currentValue: 'high' }],
    };
    await here.send(tell({ updates: [changed] }));
    await expect.poll(async () => (await settings(here)).asked.title, patience).toBe('High');
    // What was shown before can no longer be answered.
    expect(before.signal?.aborted).toBe(true);
  });

  it('of before the settings has a mode and a model', async () => {
    const here = await project();
    await startWith(here, {
      session: {
        modes: {
          currentModeId: 'ask',
          availableModes: [
            { id: 'ask', name: 'Ask' },
            { id: 'plan', name: 'Plan' },
          ],
        },
        models: {
          currentModelId: 'a',
          availableModels: [
            { modelId: 'a', name: 'A' },
            { modelId: 'b', name: 'B' },
          ],
        },
      },
    });
    (await settings(here)).answer(use({ mode: 'plan', model: 'b' }));
    await expect.poll(async () => (await settings(here)).asked.title, patience).toBe('B · Plan');
    expect(await saidBy(here)).toBe('session/set_model=b,session/set_mode=plan');
    const told = { updates: [{ sessionUpdate: 'current_mode_update', currentModeId: 'ask' }] };
    await here.send(tell(told));
    await expect.poll(async () => (await settings(here)).asked.title, patience).toBe('B · Ask');
  });

  it.each([
    ['nothing', {}],
    ['no list', { configOptions: 'x' }],
    ['one choice only', announcing({ ...model, options: values('Big') }).session],
    ['things of another kind', { configOptions: [{ ...model, type: 'slider' }, 7, null] }],
    ['no id', announcing({ ...model, id: '' }).session],
  ])('that announces %s works without', async (_, session = {}) => {
    const here = await project();
    await startWith(here, { session });
    await saidBy(here);
    expect(here.questions).toEqual([]);
    expect(here.errors).toEqual([]);
  });

  // A command of Windows has at most 32,767 characters.
  it.skipIf(!isPosix)(
    'has bounds: names are short, of one line and cannot turn the direction of text',
    async () => {
      const here = await project();
      const long = 'x'.repeat(10_000);
      await startWith(
        here,
        announcing(
          {
            ...model,
            name: `a\n\u202eb${long}`,
            description: long,
            options: [...values('Big', 'Small', long), { group: 7 }],
          },
          ...Array.from({ length: 100 }, (_, at) => ({ ...effort, id: `more-${at}` })),
          { ...effort, id: 'more-1', name: 'The same again' },
        ),
      );
      const { fields = [], title } = (await settings(here)).asked;
      expect(fields).toHaveLength(20);
      expect(fields[0]?.label).toMatch(/^a b.{77}$/);
      expect(fields[0]?.hint).toHaveLength(200);
      expect(title.length).toBeLessThan(2_000);
    },
  );
});

it('settings of the last time are chosen before the start, and only where the agent is known', async () => {
  const here = await project();
  const initialize = { agentInfo: { name: 'told', title: 'Told agent', version: '1' } };
  const command = toldAgent({ ...announcing(model, fast), initialize }, { isTyped: true });
  const running = await here.start({ command });
  (await settings(here)).answer(use({ model: 'huge' }));
  await expect.poll(async () => (await settings(here)).asked.title, patience).toBe('Huge');
  await running.close();
  const remembered = new RememberedSettings(here.root, here.settingsFolder);
  const available = { presets: [], programs: { find: () => null } };
  const asked: Asked[] = [];
  const ask = async (question: Asked) => {
    asked.push(question);
    return { ...use({ model: 'big', fast: true }), optionId: 'remembered-command' };
  };
  const choice = { command: [command.program, ...command.args] };
  const question = { available, remembered: choice, settings: remembered };
  expect(await askWhichAgent(ask, question, new AbortController().signal)).toEqual(choice);
  expect(asked[0]).toMatchObject({
    fieldsTitle: 'Settings of Told agent',
    fields: [
      { id: 'model', value: 'huge' },
      { id: 'fast', value: false },
    ],
    options: [{ id: 'remembered-command', takesFields: true }, { id: 'none' }],
  });
  await here.start({ command });
  expect(await saidBy(here)).toBe('model=big,fast=true');
});

it('a reply goes to the agent as it is set now', async () => {
  const here = await project();
  await startWith(here, announcing(model));
  const id = await here.send(tell({}));
  await expect.poll(async () => (await here.get(id)).replies.length, patience).toBe(1);
  (await settings(here)).answer(use({ model: 'small' }));
  await expect.poll(async () => (await settings(here)).asked.title, patience).toBe('Small');
  const note = { id: crypto.randomUUID(), message: tell({}) };
  await here.move(id, (annotation) => reply(annotation, author, new Date(), note));
  await expect
    .poll(async () => (await here.get(id)).replies.at(-1)?.message, patience)
    .toContain('model=small');
});
