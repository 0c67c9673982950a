/** The table of what is secret, through everything that reads a page for agents: snapshots, looks, proofs and inputs. */
import { afterEach, beforeEach, describe, expect, it } from 'vitest';

import { redacted } from '@annotate-mcp/page-facts';
import { fieldCases, pairCases, textCases } from '@annotate-mcp/page-facts/testing/secret-cases';

import { printInputs } from './inspectors/print-value.ts';
import { domSnapshot } from './inspectors/snapshot.ts';
import { takeLook } from './looks/take-look.ts';
import { $, page } from './picking/testing/input.ts';
import { takeLayout } from './proof/take-layout.ts';

let root: ShadowRoot;

beforeEach(() => {
  const host = document.createElement('nga-overlay');
  root = host.attachShadow({ mode: 'open' });
  document.documentElement.append(host);
});
afterEach(() => {
  root.host.remove();
  page('');
});

async function lookAtPage() {
  const deps = {
    inspection: { describe: () => Promise.reject(new Error('There is no component.')) },
    consoleTail: { rawLines: () => [] },
    root,
  };
  return takeLook($('#page'), {}, deps);
}

/** What each of them shows of the page. Quotes are written as they are. */
const surfaces: Readonly<Record<string, () => string | Promise<string>>> = {
  'a snapshot': () => domSnapshot($('#page')).replaceAll('&amp;', '&'),
  'the text of a look': async () => (await lookAtPage()).text,
  'the outline of a look': async () => (await lookAtPage()).outline,
  'a proof': async () => {
    const { elements } = (await takeLayout([$('#page')], document)).layout;
    return elements
      .map(({ text = '', attributes = {} }) => [text, ...Object.values(attributes)].join('\n'))
      .join('\n');
  },
};

describe.each(Object.entries(surfaces))('%s', (surface, show) => {
  it.each(textCases)('masks a secret in a text, and nothing else: $name', async ({ text, secret }) => {
    page('<section id="page"><p></p></section>');
    $('p').textContent = text;
    const shown = await show();
    const expected = secret === null ? text : text.replace(secret, redacted);
    // A proof has the beginning of a text, and a fingerprint of the rest.
    expect(shown).toContain(surface === 'a proof' ? expected.slice(0, 79) : expected);
    if (secret !== null) expect(shown).not.toContain(secret);
  });

  it.each(fieldCases)(
    'masks what a field contains, if that is secret: $name',
    async ({ html, value, isSecret }) => {
      page(`<form id="page">${html}</form>`);
      const shown = await show();
      if (isSecret) expect(shown).not.toContain(value);
      // The others do not tell what fields contain.
      else if (surface === 'a snapshot' || surface === 'the outline of a look')
        expect(shown).toContain(value);
    },
  );
});

describe('an input of a component', () => {
  it.each(pairCases)(
    'is masked if its name says that it is secret: $name=$value',
    ({ name, value, isSecret }) => {
      expect(printInputs({ [name]: value })).toEqual({ [name]: isSecret ? redacted : value });
    },
  );
});
