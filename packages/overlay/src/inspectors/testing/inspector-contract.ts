import { afterEach, describe, expect, it } from 'vitest';

import type { InspectContext, Inspector } from '../inspector.ts';

import { element } from './page.ts';

export interface InspectedPage {
  readonly inspector: Inspector;
  readonly context: InspectContext;
  readonly show: () => void | Promise<void>;
  /** Selects an element that at least two components of the project are around. */
  readonly inside: string;
  /** Names of the components around it, nearest first. */
  readonly around: readonly string[];
}

/** What the overlay relies on in every inspector. */
export function describeInspectorContract({ inspector, context, show, inside, around }: InspectedPage): void {
  describe(`the inspector ${inspector.name}, as every inspector,`, () => {
    const added = document.createElement('u');

    afterEach(() => {
      added.remove();
    });

    it('tells the components around an element from the nearest to the outermost', async () => {
      await show();
      const ancestry = inspector.ancestry(element(inside));
      expect(ancestry.map(({ name }) => name)).toEqual(around);
      const steps = ancestry.map(({ hostUp }) => hostUp);
      expect(steps).toEqual(steps.toSorted((one, other) => one - other));
    });

    it('describes each of them as plain data, with the file that it is listed with', async () => {
      await show();
      const asked = element(inside);
      const files = await inspector.files(asked, context);
      expect(files).toHaveLength(around.length);
      for (const [depth, { name, selector }] of inspector.ancestry(asked).entries()) {
        const details = await inspector.describe(asked, depth, context);
        expect(details).toMatchObject({ componentName: name, selector });
        expect(details.componentFilePath).toBe(files[depth] ?? `(unresolved: ${name})`);
        expect(details.componentFilePath).not.toMatch(/^\/|^\w+:/);
        expect(JSON.parse(JSON.stringify(details))).toEqual(details);
      }
    });

    it('refuses a depth that has no component', async () => {
      await show();
      const ask = async () => inspector.describe(element(inside), around.length, context);
      await expect(ask()).rejects.toThrow(RangeError);
    });

    it('gives no line to what a script added, and knows the components around it', async () => {
      await show();
      element(inside).append(added);
      expect(await inspector.locate(added, context)).toBeNull();
      expect(inspector.ancestry(added).map(({ name }) => name)).toEqual(around);
    });

    it('knows nothing of an element that is beside the app, and changes nothing', async () => {
      await show();
      const before = document.body.innerHTML;
      document.documentElement.append(added);
      expect(inspector.ancestry(added)).toEqual([]);
      expect(await inspector.files(added, context)).toEqual([]);
      expect(await inspector.locate(added, context)).toBeNull();
      expect(document.body.innerHTML).toBe(before);
    });
  });
}
