/** The inspector contract: right component, file, line, props and ancestors, on every demo. */
import type { Annotation } from '@annotate-mcp/core';

import { demoNames, type DemoServer } from '../support/demo-server.ts';
import { type InspectorCase, readInspectorCases } from '../support/inspector-cases.ts';
import { expect, test } from '../support/test.ts';

for (const name of demoNames) {
  test.describe(name, () => {
    test.skip(({ demo }) => demo !== name, `runs on the ${name} demo`);

    // One page for all of them, since a comment on one element changes nothing for the next.
    test('each element is told with its component, file, line and props', async ({
      page,
      opened: overlay,
      server,
      allAnnotations,
    }) => {
      test.slow();
      for (const expected of readInspectorCases(name)) {
        const { testid, nth = 0, open } = expected;
        const what = `${testid} ${nth + 1}`;
        await test.step(what, async () => {
          if (open !== undefined) await page.getByTestId(open).click();
          await overlay.comment(page.getByTestId(testid).nth(nth), what);
          const annotation = (await allAnnotations()).find(({ annotationText }) => annotationText === what);
          expectToldAs(annotation, expected, server);
          if (open === undefined) return;
          await page.goto(server.url);
          await overlay.ready();
        });
      }
    });
  });
}

function expectToldAs(annotation: Annotation | undefined, expected: InspectorCase, server: DemoServer): void {
  if (annotation?.kind !== 'component') throw new Error(`It is of kind ${annotation?.kind ?? 'none'}.`);
  expect(annotation.componentName).toBe(expected.componentName);
  expect(annotation.componentFilePath).toBe(expected.componentFilePath);
  if (expected.selector !== undefined) expect(annotation.selector).toBe(expected.selector);
  if (expected.templateFilePath !== undefined) {
    expect(annotation.templateFilePath).toBe(expected.templateFilePath);
  }
  expect(annotation.componentTreePath).toEqual(expected.componentTreePath);
  expect(annotation.inputs).toMatchObject(expected.inputs ?? {});
  expect(JSON.stringify(annotation)).not.toContain('tok_live');
  const { file, line } = annotation.sourceLocation ?? { file: '', line: 0 };
  const source = server.read(file).split('\n');
  // A tag may span lines: the location is where it opens.
  expect(source.slice(line - 1, line + 4).join('\n')).toContain(expected.lineText);
  expect(source[line - 1]).toMatch(/<\w/);
}
