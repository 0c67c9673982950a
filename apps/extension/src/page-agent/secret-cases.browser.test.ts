/** The table of what is secret, through what agents read of a page. */
import { beforeEach, describe, expect, it } from 'vitest';

import { redacted } from '@annotate-mcp/page-facts';
import { fieldCases, textCases } from '@annotate-mcp/page-facts/testing/secret-cases';

import { hasText } from './conditions.ts';
import { fieldValue } from './fields.ts';
import { findByText } from './find-by-text.ts';
import { takeSnapshot } from './snapshot.ts';

/** The person has allowed secrets on the site. */
const shown = { secrets: true, pasted: false, hidden: [] };

const key = textCases.flatMap(({ secret }) => secret ?? [])[0] ?? '';

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
    expect(textOf()).toBe(`- ${secret === null ? text : text.replace(secret, redacted)}`);
    expect(textOf({ shown })).toBe(`- ${text}`);
    // What is looked for is not found out letter by letter.
    if (secret === null) return;
    expect(textOf({ find: secret.slice(0, 12) })).toBe('');
    expect(hasText(secret.slice(0, 12))).toBe(false);
    expect(hasText(secret, shown)).toBe(true);
    expect(findByText(secret.slice(0, 12), document.body)).toBeNull();
  });

  it.each(fieldCases)('masks a field, if what it contains is secret: $name', ({ html, value, isSecret }) => {
    document.body.innerHTML = html;
    expect(textOf()).toContain(`="${isSecret ? redacted : value}"`);
    const isPassword = document.querySelector('[type=password i]') !== null;
    expect(textOf({ shown })).toContain(`="${isPassword ? redacted : value}"`);
    const typed = fieldValue({ by: 'selector', selector: 'input, textarea' });
    expect(typed).toBe(isSecret ? null : value);
  });

  it('masks text that can be edited', () => {
    document.body.innerHTML =
      '<div contenteditable role=textbox aria-label="Client secret">abc <b>def</b></div>';
    expect(textOf()).toMatch(/^textbox "Client secret" \[e\d+\] ="\[redacted\]"$/);
    expect(textOf({ shown })).toContain('abc def');
  });

  it('masks a secret that is longer than what it shows', () => {
    const [secret = ''] = textCases.flatMap((each) => each.secret ?? []);
    document.body.innerHTML = `<p>${'word '.repeat(117)}${secret}</p><textarea aria-label="Note"></textarea>`;
    for (const field of document.querySelectorAll('textarea')) field.value = 'word '.repeat(37) + secret;
    expect(textOf()).not.toContain('sk_');
  });

  it.each([
    ['a title', `<button title="${key}"></button>`],
    ['a placeholder', `<input placeholder="${key}">`],
    ['an ARIA label', `<button aria-label="Copy ${key}"></button>`],
    ['a text for a picture', `<img alt="${key}" src="data:image/gif;base64,R0lGODlhAQABAAAAACw=">`],
    ['an address', `<a href="/callback?access_token=${key}">Back</a>`],
    ['an address of data', `<a href="data:text/plain,${key}">Back</a>`],
    ['an option', `<select aria-label="Use"><option>${key}</option></select>`],
    ['options of which none is chosen', `<select aria-label="Use"><option>A<option>${key}</select>`],
    ['text that can be edited', `<div contenteditable role="textbox" aria-label="Note">Use ${key}</div>`],
    ['the title of a frame', `<iframe title="${key}"></iframe>`],
    ['a summary', `<details><summary>${key}</summary></details>`],
    ['the value of a button', `<input type="button" value="${key}">`],
  ])('masks a key in %s', (_, html) => {
    document.body.innerHTML = html;
    const lines = textOf();
    expect(lines).toContain(redacted);
    expect(lines).not.toContain(key.slice(0, 12));
  });
});
