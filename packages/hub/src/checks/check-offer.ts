/** Writes the test of a comment after the person has read it and said so on the consent page. */
import { join, relative } from 'node:path';

import { AnnotateError, type FileDiff, SerialQueue } from '@annotate-mcp/core';
import type { Store } from '@annotate-mcp/store';

import type { ConsentOffers } from '../consent-offers.ts';
import { requireKnown, type Speaker } from '../speaker.ts';

import { findConfig, type Playwright, playwrightOf } from './playwright.ts';
import { draftCheck, type DraftedCheck, nameOf, placeCheck, saveCheck } from './prepare-check.ts';

export interface CheckOfferDeps {
  readonly store: Store;
  readonly root: string;
  readonly offers: ConsentOffers;
}

export class CheckOffer {
  readonly #deps: CheckOfferDeps;
  /** A page that asks often must not have the same question prepared often at once. */
  readonly #queue = new SerialQueue();

  constructor(deps: CheckOfferDeps) {
    this.#deps = deps;
  }

  /** Resolves when the question is on its way. Throws, without a question, when no test can be written. */
  offer(id: string, speaker: Speaker): Promise<void> {
    return this.#queue.run(async () => {
      const { store, root, offers } = this.#deps;
      if (await offers.isAsked({ kind: 'check', annotationId: id })) return;
      const annotation = await requireKnown(store, id, speaker);
      const playwright = this.#requirePlaywright(annotation.appId, id);
      const draft = await draftCheck(annotation, { root, store });
      const config = relative(root, playwright.config).replaceAll('\\', '/');
      await offers.ask(
        {
          kind: 'check',
          title: 'Write this test?',
          annotationId: id,
          // Listing the tests runs code of the project: its configuration, and the beginning of each test file.
          text: `It keeps what was changed. "annotate-mcp check" runs it, and opens the comment again when it fails. To find the folder of your tests, this project's Playwright is started with ${config} and lists them; then the project's own Prettier, Biome or ESLint formats the new file.`,
          diffs: [asDiff(draft)],
          options: [
            {
              id: 'write',
              name: 'Write the test',
              kind: 'choice',
              hint: `starts Playwright, which runs ${config}; adds this file to your tests, formatted as they are`,
            },
            { id: 'leave', name: 'Not now', kind: 'choice', hint: 'runs and writes nothing' },
          ],
        },
        async (optionId) => {
          if (optionId !== 'write') return;
          await saveCheck(store, await placeCheck(draft, playwright, root), root);
        },
      );
    });
  }

  #requirePlaywright(appId: string, id: string): Playwright {
    const { root } = this.#deps;
    const config = findConfig(join(root, appId), root);
    const found = config === null ? null : playwrightOf(config);
    if (found !== null) return found;
    throw new AnnotateError('check/no-playwright', 'This project has no Playwright, which runs the test.', {
      hint: `In a terminal, "npx annotate-mcp check add ${id}" offers to add it.`,
    });
  }
}

/** A file that does not exist yet, as a diff. Where the tests are, and how their names end, only Playwright knows. */
function asDiff(draft: DraftedCheck): FileDiff {
  const lines = draft.source.trimEnd().split('\n');
  return {
    file: `annotations/${nameOf(draft)}.spec.ts`,
    patch: [`@@ -0,0 +1,${lines.length} @@`, ...lines.map((line) => `+${line}`), ''].join('\n'),
  };
}
