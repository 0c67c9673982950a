/** What an agent asks by `elicitation/create`, from its process to its process; the person is played. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest';

import type { Answer } from '@annotate-mcp/consent';
import { withdraw } from '@annotate-mcp/core';

import { tell, type Told, toldAgent } from './testing/told-agent.ts';
import { author, createWorkProject, patience, type WorkProject } from './testing/work-project.ts';

let here: WorkProject;

beforeAll(async () => {
  here = await createWorkProject();
  await here.start({ command: toldAgent() });
});
afterAll(() => here.close());

const asking = (params: object): Told => ({ ask: [{ method: 'elicitation/create', params }] });
const form = (requestedSchema: object, more: object = {}): Told =>
  asking({
    mode: 'form',
    message: 'Which colour?',
    requestedSchema: { type: 'object', ...requestedSchema },
    ...more,
  });
const withFields = (properties: object, required: string[] = []): Told => form({ properties, required });

async function asked(told: Told) {
  const id = await here.send(tell(told));
  await expect.poll(() => here.questions.length, patience).toBe(1);
  const [question] = here.questions;
  if (question === undefined) throw new Error('Nothing is asked.');
  return { id, ...question };
}

/** What the agent has got; `undefined` until it says so. */
async function gotBy(id: string): Promise<unknown> {
  await expect.poll(async () => (await here.get(id)).replies.length, patience).toBe(1);
  return (JSON.parse((await here.get(id)).replies[0]?.message ?? '{}') as { got: unknown[] }).got[0];
}

async function answered(told: Told): Promise<unknown> {
  return gotBy(await here.send(tell(told)));
}

function filled(values: Record<string, string | number | boolean | string[]>): Answer {
  return { optionId: 'send', values: new Map(Object.entries(values)) };
}

describe('a form', () => {
  it('is shown with all kinds of fields, and its answer gets to the agent', async () => {
    const question = await asked(
      form({
        title: 'Theme',
        description: 'Of the shop.',
        properties: {
          name: {
            type: 'string',
            title: 'Name',
            description: 'As shown',
            minLength: 2,
            maxLength: 9,
            pattern: '^a',
            default: 'ab',
          },
          mail: { type: 'string', format: 'email' },
          count: { type: 'integer', minimum: 1, maximum: 3, default: 2 },
          share: { type: 'number' },
          dark: { type: 'boolean', default: true },
          colour: { type: 'string', enum: ['red', 'blue'], default: 'blue' },
          size: { type: 'string', oneOf: [{ const: 's', title: 'Small', description: '10 px' }] },
          pages: {
            type: 'array',
            items: { type: 'string', enum: ['a', 'b'] },
            minItems: 1,
            maxItems: 2,
            default: ['b'],
          },
          parts: { type: 'array', items: { anyOf: [{ const: 'x', title: 'X part' }] } },
        },
        required: ['name', 'colour'],
      }),
    );
    expect(question.asked).toMatchObject({
      kind: 'elicitation',
      title: 'Answer some questions',
      annotationId: question.id,
      agentName: 'Told',
      text: 'Which colour?\n\nOf the shop.\n\nThe agent reads what you send: no passwords, no keys.',
      fieldsTitle: 'Theme',
      fields: [
        {
          id: 'name',
          label: 'Name',
          hint: 'As shown',
          required: true,
          type: 'text',
          least: 2,
          most: 9,
          pattern: '^a',
          value: 'ab',
        },
        { id: 'mail', label: 'mail', type: 'text', format: 'email' },
        { id: 'count', type: 'number', isWhole: true, least: 1, most: 3, value: 2 },
        { id: 'share', type: 'number', isWhole: false },
        { id: 'dark', type: 'yes-no', value: true },
        {
          id: 'colour',
          type: 'choice',
          required: true,
          value: 'blue',
          choices: [{ value: 'red', name: 'red' }, { value: 'blue' }],
        },
        { id: 'size', type: 'choice', choices: [{ value: 's', name: 'Small', hint: '10 px' }] },
        {
          id: 'pages',
          type: 'choices',
          least: 1,
          most: 2,
          value: ['b'],
          choices: [{ value: 'a' }, { value: 'b' }],
        },
        { id: 'parts', type: 'choices', choices: [{ value: 'x', name: 'X part' }] },
      ],
      options: [
        { id: 'send', kind: 'allow_once', takesFields: true },
        { id: 'decline', kind: 'reject_once' },
        { id: 'cancel', kind: 'reject_once' },
      ],
    });
    question.answer(filled({ name: 'abc', count: 3, dark: false, colour: 'red', pages: ['a'] }));
    expect(await gotBy(question.id)).toEqual({
      action: 'accept',
      content: { name: 'abc', count: 3, dark: false, colour: 'red', pages: ['a'] },
    });
  });

  it.each([
    ['decline', { action: 'decline' }],
    ['cancel', { action: 'cancel' }],
  ])('that the person answers with %s', async (optionId, got) => {
    const question = await asked(withFields({ name: { type: 'string' } }));
    question.answer({ optionId });
    expect(await gotBy(question.id)).toEqual(got);
  });

  it('without fields is a message to agree to', async () => {
    const question = await asked(withFields({}));
    expect(question.asked.fields).toBeUndefined();
    question.answer(filled({}));
    expect(await gotBy(question.id)).toEqual({ action: 'accept', content: {} });
  });

  it('is shown without what cannot be shown and needs no answer', async () => {
    const question = await asked(
      withFields({
        name: { type: 'string' },
        place: { type: 'map', zoom: 3 },
        none: { type: 'string', enum: [] },
        many: { type: 'string', enum: Array.from({ length: 201 }, String) },
        narrow: { type: 'string', minLength: 20_000 },
      }),
    );
    expect(question.asked.fields?.map(({ id }) => id)).toEqual(['name']);
    expect(question.asked.text).toContain('cannot be shown: place, none, many, narrow.');
    question.answer({ optionId: 'decline' });
    await gotBy(question.id);
  });

  it('has bounds for what an agent writes', async () => {
    const long = 'x'.repeat(10_000);
    const question = await asked(
      form(
        {
          title: long,
          properties: {
            constructor: {
              type: 'string',
              title: `a\u202e\n${long}`,
              description: long,
              default: long + long,
            },
          },
        },
        { message: long },
      ),
    );
    const { text = '', fieldsTitle = '', fields: [field] = [] } = question.asked;
    expect([text.length < 5_000, fieldsTitle.length]).toEqual([true, 80]);
    expect(field).toMatchObject({ id: 'constructor', label: `a ${'x'.repeat(78)}`, most: 10_000 });
    expect([field?.hint?.length, String(field?.value).length]).toEqual([500, 10_000]);
    question.answer(filled({ constructor: 'b' }));
    expect(await gotBy(question.id)).toEqual({ action: 'accept', content: { constructor: 'b' } });
  });

  it.each<[string, Told]>([
    [
      'no properties of a known form',
      asking({ mode: 'form', message: 'x', requestedSchema: { properties: [] } }),
    ],
    ['no schema', asking({ mode: 'form', message: 'x' })],
    ['a field of a wrong form', withFields({ name: { type: 'string', minLength: 'three' } })],
    ['a field that is required and not there', withFields({}, ['name'])],
    ['a field that is required and not known', withFields({ place: { type: 'map' } }, ['place'])],
    [
      'too many fields',
      withFields(Object.fromEntries(Array.from({ length: 51 }, (_, at) => [at, { type: 'string' }]))),
    ],
    ['another mode', asking({ mode: 'voice', message: 'x' })],
    ['no message', asking({ mode: 'form', requestedSchema: {} })],
  ])('with %s is refused, and the agent goes on', async (_, told) => {
    expect(await answered(told)).toMatchObject({ code: -32602 });
    expect(here.questions).toEqual([]);
  });
});

describe('an address', () => {
  const visit = (url: string): Told => asking({ mode: 'url', elicitationId: '1', message: 'Sign in.', url });

  it('is shown whole, and opened by the person only', async () => {
    const question = await asked(visit('https://example.org/login?next=%2F#x'));
    expect(question.asked).toMatchObject({
      kind: 'elicitation',
      title: 'Open a web page',
      text: 'Sign in.',
      link: 'https://example.org/login?next=%2F#x',
      options: [{ id: 'open', opensLink: true }, { id: 'decline' }, { id: 'cancel' }],
    });
    question.answer({ optionId: 'open' });
    expect(await gotBy(question.id)).toEqual({ action: 'accept' });
  });

  it.each([
    'javascript:alert(1)',
    'file:///etc/passwd',
    'data:text/html,x',
    'vscode://install',
    'https://github.com@evil.example/',
    'no address',
    `https://example.org/${'x'.repeat(4_000)}`,
  ])('%s is refused', async (url) => {
    expect(await answered(visit(url))).toMatchObject({ code: -32602 });
    expect(here.questions).toEqual([]);
  });
});

describe('a question that is open', () => {
  it('is withdrawn when the agent ends, and the annotation is free again', async () => {
    const { id } = await asked({ ...withFields({ name: { type: 'string' } }), die: true });
    await expect.poll(async () => (await here.workOn(id))?.state, patience).toBe('failed');
    expect(here.questions).toEqual([]);
    expect((await here.workOn(id))?.problem).toMatch(/^Told ended unexpectedly \(exit code 9\)/);
    expect(await here.get(id)).toMatchObject({ status: 'pending', runs: [{ outcome: 'failed' }] });
  });

  it('is withdrawn when the person takes the comment back', async () => {
    const { id } = await asked(withFields({ name: { type: 'string' } }));
    await here.move(id, (annotation) => withdraw(annotation, author, new Date()));
    await expect.poll(() => here.questions, patience).toEqual([]);
    await expect.poll(async () => (await here.workOn(id))?.state, patience).toBe('stopped');
  });
});
