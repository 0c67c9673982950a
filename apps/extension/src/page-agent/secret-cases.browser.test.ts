/** The table of what is secret, through what agents read of a page. */
import { beforeEach, describe, expect, it } from 'vitest';

import { redacted } from '@annotate-mcp/page-facts';
import { fieldCases, textCases } from '@annotate-mcp/page-facts/testing/secret-cases';

import { fieldValue } from './fields.ts';
import { takeSnapshot } from './snapshot.ts';

beforeEach(() => document.body.replaceChildren());

function textOf(options: Parameters<typeof takeSnapshot>[0] = {}): string {
  const page = takeSnapshot(options);
  if (page === null || 'fault' in page) throw new Error('No snapshot.');
  return page.lines.join('\n');
}

describe('a snapshot', () => {
  it.each(textCases)('masks a secret in a text, and nothing else: $name', ({ text, secret }) => {
    document.body.innerHTML = '<p></p>';
    for (const paragraph of document.querySelectorAll('p')) paragraph.textContent = text;
    const shown = textOf();
    expect(shown).toBe(`- ${secret === null ? text : text.replace(secret, redacted)}`);
    expect(textOf({ showsSecrets: true })).toBe(`- ${text}`);
    // What is looked for is not found out letter by letter.
    if (secret !== null) expect(textOf({ find: secret.slice(0, 12) })).toBe('');
  });

  it.each(fieldCases)('masks a field, if what it contains is secret: $name', ({ html, value, isSecret }) => {
    document.body.innerHTML = html;
    expect(textOf()).toContain(`="${isSecret ? redacted : value}"`);
    const isPassword = document.querySelector('[type=password i]') !== null;
    expect(textOf({ showsSecrets: true })).toContain(`="${isPassword ? redacted : value}"`);
    const typed = fieldValue({ by: 'selector', selector: 'input, textarea' });
    expect(typed).toBe(isSecret ? null : value);
  });

  it('masks text that can be edited', () => {
    document.body.innerHTML =
      '<div contenteditable role=textbox aria-label="Client secret">abc <b>def</b></div>';
    expect(textOf()).toMatch(/^textbox "Client secret" \[e\d+\] ="\[redacted\]"$/);
    expect(textOf({ showsSecrets: true })).toContain('abc def');
  });

  it('masks a secret that is longer than what it shows', () => {
    const [secret = ''] = textCases.flatMap((each) => each.secret ?? []);
    document.body.innerHTML = `<p>${'word '.repeat(117)}${secret}</p><textarea aria-label="Note"></textarea>`;
    for (const field of document.querySelectorAll('textarea')) field.value = 'word '.repeat(37) + secret;
    expect(textOf()).not.toContain('sk_');
  });
});
