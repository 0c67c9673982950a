/** Writes the test of a comment after the person has read it and said so on the consent page. */
import { join } from 'node:path';

import { AnnotateError, type FileDiff, SerialQueue } from '@annotate-mcp/core';
import type { Store } from '@annotate-mcp/store';

import type { ConsentOffers } from '../consent-offers.ts';
import { requireKnown } from '../known-annotation.ts';
import type { Speaker } from '../speaker.ts';

import { findConfig, type Playwright, playwrightOf } from './playwright.ts';
import { prepareCheck, type PreparedCheck, saveCheck } from './prepare-check.ts';

export interface CheckOfferDeps {
  readonly store: Store;
  readonly root: string;
  readonly offers: ConsentOffers;
}

export class CheckOffer {
  readonly #deps: CheckOfferDeps;
  /** Playwright is started to find its tests: a page that asks often must not start it often at once. */
  readonly #queue = new SerialQueue();

  constructor(deps: CheckOfferDeps) {
    this.#deps = deps;
  }

  /** Resolves when the question is on its way. Throws when no test can be written; nothing is asked then. */
  offer(id: string, speaker: Speaker): Promise<void> {
    return this.#queue.run(async () => {
      const { store, root, offers } = this.#deps;
      if (await offers.isAsked({ kind: 'check', annotationId: id })) return;
      const annotation = await requireKnown(store, id, speaker);
      const playwright = this.#requirePlaywright(annotation.appId, id);
      const check = await prepareCheck(annotation, playwright, { root, store });
      await offers.ask(
        {
          kind: 'check',
          title: 'Write this test?',
          annotationId: id,
          text: 'It keeps what was changed. "annotate-mcp check" runs it with your own Playwright, and opens the comment again when it fails.',
          diffs: [asDiff(check)],
          options: [
            { id: 'write', name: 'Write the test', kind: 'choice', hint: 'adds this file to your project' },
            { id: 'leave', name: 'Not now', kind: 'choice', hint: 'writes nothing' },
          ],
        },
        async (optionId) => {
          if (optionId === 'write') await saveCheck(store, check, root);
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

/** A file that does not exist yet, as a diff. */
function asDiff({ path, source }: PreparedCheck): FileDiff {
  const lines = source.trimEnd().split('\n');
  return {
    file: path,
    patch: [`@@ -0,0 +1,${lines.length} @@`, ...lines.map((line) => `+${line}`), ''].join('\n'),
  };
}
