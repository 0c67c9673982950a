import { describe, expect, it } from 'vitest';

import type { JsonValue, Manifest, SourceLocation } from '@annotate-mcp/core';

import type { InspectContext, Inspector } from './inspector.ts';
import { type InspectedElement, usesOf, writerOf, writtenIn } from './whose.ts';

interface Around {
  readonly name: string;
  readonly file: string | null;
  /** `file:line` of its tag. */
  readonly usedAt?: string;
  /** Lines of its code. */
  readonly lines?: readonly [from: number, to: number];
  /** How far out its root element is; default: the next element for each component. */
  readonly up?: number;
  readonly inputs?: Record<string, JsonValue>;
}

function place(text: string): SourceLocation {
  const [file = '', line = ''] = text.split(':');
  return { file, line: Number(line), column: 1 };
}

interface WhatIsTold {
  readonly inside?: InspectedElement['inside'];
  readonly writer?: number | null;
  readonly keepsNearest?: boolean;
  readonly hasMade?: boolean;
  /** The element's text. */
  readonly words?: string;
}

/** An element at this place, with these components around it, nearest first. */
function inspected(
  source: string | null,
  around: readonly Around[],
  { writer = null, keepsNearest = false, hasMade, inside = null, words = '' }: WhatIsTold = {},
): InspectedElement {
  const inspector: Inspector = {
    name: 'test',
    ancestry: () => [],
    locate: () => Promise.resolve(null),
    files: () => Promise.resolve([]),
    describe: (_, depth) => {
      const { name, file, inputs } = around[depth] ?? {};
      if (name === undefined || inputs === undefined) return Promise.reject(new Error('Not known.'));
      return Promise.resolve({
        componentName: name,
        selector: name,
        componentFilePath: file ?? '(unresolved)',
        inputs,
      });
    },
    usedAt: (_, depth) => {
      const usedAt = around[depth]?.usedAt;
      return Promise.resolve(usedAt === undefined ? null : place(usedAt));
    },
    writer: () => writer,
    encloses: (_, depth, { file, line }) => {
      const { lines, file: own } = around[depth] ?? {};
      return lines === undefined ? null : own === file && lines[0] <= line && line < lines[1];
    },
    ...(keepsNearest && { keepsNearest }),
    ...(hasMade !== undefined && { hasMade: () => hasMade }),
  };
  return {
    // Nothing else of it is read.
    element: { textContent: words, getAttribute: () => null } as Partial<Element> as Element,
    source: source === null ? null : place(source),
    inside,
    components: around.map(({ name, file, up }, depth) => ({
      inspector,
      depth,
      file,
      summary: { name, selector: name, hostUp: up ?? depth },
    })),
  };
}

const main = { name: 'Main', file: 'layout/main.tsx' };
const tasks = { name: 'Tasks', file: 'tasks/index.tsx' };
const library = { name: 'Slot', file: null };

it('belongs to none of the components around where the server made it, from a file of none of them', () => {
  const loading = (source: string | null, hasMade: boolean) =>
    writerOf(inspected(source, [main], { hasMade }));
  expect(loading('tasks/loading.tsx:3', false)).toBeNull();
  expect(loading('tasks/loading.tsx:3', true)).toBe(0);
  expect(loading('layout/main.tsx:3', false)).toBe(0);
  expect(loading(null, false)).toBe(0);
});

it.each([
  { name: 'its own component', source: 'layout/main.tsx:3', around: [main, tasks], expected: 0 },
  { name: 'what it was passed from', source: 'tasks/index.tsx:9', around: [main, tasks], expected: 1 },
  {
    name: 'the nearest one where nothing is known',
    source: null,
    around: [library, main, tasks],
    expected: 1,
  },
  {
    name: 'the nearest one where its file is another',
    source: 'x.tsx:1',
    around: [main, tasks],
    expected: 0,
  },
  {
    name: 'what the framework says where only that is known',
    source: null,
    around: [main, tasks],
    writer: 1,
    expected: 1,
  },
  {
    name: 'of two in one file the one whose code it is in',
    source: 'a.tsx:20',
    around: [
      { name: 'Box', file: 'a.tsx', lines: [1, 10] as const },
      { name: 'Page', file: 'a.tsx', lines: [12, 30] as const },
    ],
    writer: 0,
    expected: 1,
  },
  {
    name: 'of two in one file the one that the framework says',
    source: 'a.tsx:20',
    around: [
      { name: 'Box', file: 'a.tsx' },
      { name: 'Page', file: 'a.tsx' },
    ],
    writer: 1,
    expected: 1,
  },
  {
    name: 'nobody where no component is of the project',
    source: 'x.tsx:1',
    around: [library],
    expected: null,
  },
])('gives an element to $name', ({ source, around, writer, expected }) => {
  expect(writerOf(inspected(source, around, { writer: writer ?? null }))).toBe(expected);
});

it('leaves projected content to the host that it is in, and says whose template has it', () => {
  const list = inspected('tasks/index.tsx:9', [main, tasks], { keepsNearest: true });
  // The nearest component is the element's own host in this list.
  expect(writerOf(list)).toBe(0);
  const inside = {
    ...list,
    components: list.components.map((each) => ({
      ...each,
      summary: { ...each.summary, hostUp: each.depth + 1 },
    })),
  };
  expect(writtenIn(inside, 0, {})).toEqual({ writtenIn: 'Tasks' });
  expect(writtenIn(list, 0, {})).toEqual({});
});

const manifest: Manifest = {
  'ui/button.tsx': { component: 'ui/button.tsx', usedBy: 12, primitive: true },
  'ui/dialog.tsx': { component: 'ui/dialog.tsx', usedBy: 1, primitive: true },
  'layout/header.tsx': { component: 'layout/header.tsx', usedBy: 8 },
  'tasks/row.tsx': { component: 'tasks/row.tsx', usedBy: 2 },
};
const context: InspectContext = { manifest, toProjectPath: (file) => file, base: '/' };
const button = { name: 'Button', file: 'ui/button.tsx', usedAt: 'ui/dialog.tsx:20' };
const dialog = { name: 'Dialog', file: 'ui/dialog.tsx', usedAt: 'tasks/index.tsx:41' };

it('follows the tags of kits up to the first file that is none', async () => {
  expect(await usesOf(inspected('ui/button.tsx:50', [button, library, dialog, tasks]), 0, context)).toEqual({
    usedAt: place('ui/dialog.tsx:20'),
    uses: [place('ui/dialog.tsx:20'), place('tasks/index.tsx:41')],
  });
});

describe('a part of a component that many files use', () => {
  const header = { name: 'Header', file: 'layout/header.tsx', usedAt: 'tasks/index.tsx:30' };
  const page = { name: 'Tasks', file: 'tasks/index.tsx', up: 9 };
  const usedAt = place('tasks/index.tsx:30');
  const there = { usedAt, uses: [usedAt] };

  it('is edited where the component is used if it is the root', async () => {
    expect(await usesOf(inspected('layout/header.tsx:5', [{ ...header, up: 0 }, page]), 0, context)).toEqual(
      there,
    );
  });

  it('is edited where it is written if it is inside', async () => {
    const inside = { ...header, up: 2 };
    expect(await usesOf(inspected('layout/header.tsx:7', [inside, page]), 0, context)).toEqual({ usedAt });
    const trigger = { ...button, up: 0, usedAt: 'layout/header.tsx:9' };
    expect(await usesOf(inspected('ui/button.tsx:50', [trigger, inside, page]), 0, context)).toEqual({
      usedAt: place('layout/header.tsx:9'),
      uses: [place('layout/header.tsx:9')],
    });
    const icon = { name: 'Icon', file: null, usedAt: 'layout/header.tsx:9' };
    expect(await usesOf(inspected(null, [icon, inside, page]), 1, context)).toEqual({
      usedAt: place('layout/header.tsx:9'),
      uses: [place('layout/header.tsx:9')],
    });
  });

  it('is edited where the component is used if that gave it its words', async () => {
    const given = (title: JsonValue) => ({ ...header, up: 2, inputs: { count: 3, title } });
    const edited = async (title: JsonValue, words: string) =>
      usesOf(inspected('layout/header.tsx:7', [given(title), page], { words }), 0, context);
    expect(await edited('All tasks', '\n  All   tasks ')).toEqual(there);
    expect(await edited('All tasks', '3')).toEqual(there);
    expect(await edited('All tasks', 'All tasks (3)')).toEqual({ usedAt });
    expect(await edited('', '')).toEqual({ usedAt });
  });

  it('is edited where the component is used if all of it is that of its users', async () => {
    const inside = { ...button, usedAt: 'tasks/index.tsx:30', up: 3 };
    expect(await usesOf(inspected('ui/button.tsx:52', [inside, page]), 0, context)).toEqual(there);
  });

  it('may be the root of a template that has an element of the component around it', async () => {
    const at = (up: number) =>
      usesOf(inspected('layout/header.tsx:5', [{ ...header, up }, page], { keepsNearest: true }), 0, context);
    expect(await at(1)).toEqual(there);
    expect(await at(2)).toEqual({ usedAt });
  });
});

it('knows the tag of a component that is not of a kit, and no place to edit besides', async () => {
  const row = { name: 'Row', file: 'tasks/row.tsx', usedAt: 'tasks/index.tsx:8' };
  expect(await usesOf(inspected('tasks/row.tsx:3', [row, tasks]), 0, context)).toEqual({
    usedAt: place('tasks/index.tsx:8'),
  });
});

it('offers no place to edit where the way out of the kit is not known', async () => {
  expect(await usesOf(inspected('ui/button.tsx:50', [button, tasks]), 0, context)).toEqual({
    usedAt: place('ui/dialog.tsx:20'),
  });
});

it('takes the tag of a library for what the library draws, and follows it out of a kit', async () => {
  const icon = { name: 'Icon', file: null, usedAt: 'ui/button.tsx:7' };
  const inTasks = { ...button, usedAt: 'tasks/index.tsx:41' };
  expect(await usesOf(inspected(null, [icon, inTasks, tasks]), 1, context)).toEqual({
    usedAt: place('ui/button.tsx:7'),
    uses: [place('ui/button.tsx:7'), place('tasks/index.tsx:41')],
  });
});

describe('an element that a library draws', () => {
  const card = { name: 'UCard', file: null, usedAt: 'tasks/index.tsx:5' };
  const uses = async (inside: InspectedElement['inside']) => {
    // The library's own element is the one around the asked one.
    const around = [{ name: 'Inner', file: null }, card, tasks];
    return usesOf(inspected(null, around, { inside }), 2, context);
  };

  it('is edited where the tag of the library is', async () => {
    const drawn = { usedAt: place('tasks/index.tsx:5'), uses: [place('tasks/index.tsx:5')] };
    expect(await uses(null)).toEqual(drawn);
    expect(await uses({ location: place('tasks/index.tsx:1'), up: 2 })).toEqual(drawn);
    // A custom element has the line of its tag itself.
    expect(await uses({ location: place('tasks/index.tsx:5'), up: 1 })).toEqual(drawn);
  });

  it('is none where an element of the project is between them', async () => {
    expect(await uses({ location: place('tasks/index.tsx:8'), up: 1 })).toEqual({});
  });
});
