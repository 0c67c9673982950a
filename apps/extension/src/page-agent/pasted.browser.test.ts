import { beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { userEvent } from 'vitest/browser';

import { redacted } from '@annotate-mcp/page-facts';

import { describePage } from './describe-page.ts';
import { fieldValue } from './fields.ts';
import { watchPastes } from './pasted.ts';
import { takeSnapshot } from './snapshot.ts';

const copied = 'correct horse battery staple';

function textOf(pasted = false): string {
  const page = takeSnapshot({ shown: { secrets: true, pasted, hidden: [] } });
  if (page === null || 'fault' in page) throw new Error('No snapshot.');
  return page.lines.join('\n');
}

function field(): HTMLInputElement {
  const found = document.querySelector('input');
  if (found === null) throw new Error('No field.');
  return found;
}

/** As Chrome tells it; a trusted event cannot be made by a script, and `Keyboard` of the browser makes one. */
async function paste(): Promise<void> {
  await userEvent.click(field());
  await userEvent.keyboard('{Control>}v{/Control}');
}

/** In a frame, which has another page agent or none: what is copied there was copied elsewhere. */
async function copyElsewhere(): Promise<void> {
  const frame = document.createElement('iframe');
  frame.srcdoc = `<textarea autofocus>${copied}</textarea>`;
  document.body.append(frame);
  await new Promise((resolve) => (frame.onload = resolve));
  const area = frame.contentDocument?.querySelector('textarea');
  area?.focus();
  area?.select();
  await userEvent.keyboard('{Control>}c{/Control}');
  frame.remove();
}

beforeAll(watchPastes);
beforeEach(() => {
  document.body.innerHTML = '<label>Field <input></label><p></p>';
});

describe('what was pasted', () => {
  it('is masked in its field and where the page repeats it, and told to the driver', async () => {
    await copyElsewhere();
    await paste();
    expect(field().value).toBe(copied);
    for (const paragraph of document.querySelectorAll('p')) paragraph.textContent = `You wrote: ${copied}`;
    expect(textOf()).toContain(`="${redacted}"`);
    expect(textOf()).toContain(`You wrote: ${redacted}`);
    expect(textOf(true)).toContain(copied);
    expect(fieldValue({ by: 'selector', selector: 'input' })).toBeNull();
    expect(describePage().pasted).toContain(copied);
  });

  it('is masked until nothing of it is left', async () => {
    await copyElsewhere();
    await paste();
    await userEvent.keyboard('{Backspace}');
    expect(fieldValue({ by: 'selector', selector: 'input' })).toBeNull();
    await userEvent.keyboard('{Control>}a{/Control}x');
    expect(fieldValue({ by: 'selector', selector: 'input' })).toBe('x');
  });

  it('is masked where it is moved, and what was copied here is not', async () => {
    await copyElsewhere();
    await paste();
    await userEvent.keyboard('{Control>}a{/Control}{Control>}x{/Control}{Control>}v{/Control}');
    expect(fieldValue({ by: 'selector', selector: 'input' })).toBeNull();
    await userEvent.keyboard('{Control>}a{/Control}own words{Control>}a{/Control}');
    await userEvent.keyboard('{Control>}c{/Control}{Delete}{Control>}v{/Control}');
    expect(fieldValue({ by: 'selector', selector: 'input' })).toBe('own words');
  });
});
