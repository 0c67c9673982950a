import { render } from 'preact';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { userEvent } from 'vitest/browser';

import consentCss from './consent.css?inline';
import { armMs, QuestionView } from './question-view.tsx';
import type { Question } from './question.ts';

const question: Question = {
  id: crypto.randomUUID(),
  agent: 'claude-code',
  project: 'shop',
  site: 'https://github.com',
  permission: 'read',
  tabId: 1,
  title: 'Issues',
  wants: 'Read the page.',
  command: '[]',
  askedAt: 0,
};

const place = document.createElement('div');
const onAnswer = vi.fn();
let now = 0;

function show(change: Partial<Question> = {}): void {
  render(<QuestionView question={{ ...question, ...change }} more={0} onAnswer={onAnswer} />, place);
}

function button(name: string): HTMLElement {
  const found = [...place.querySelectorAll('button')].find((each) => each.textContent === name);
  if (found === undefined) throw new Error(`No button "${name}".`);
  return found;
}

function arm(): void {
  now += armMs;
}

/** A real click, also while the answers say that they are not ready. */
function press(name: string): Promise<void> {
  return userEvent.click(button(name), { force: true });
}

beforeEach(() => {
  now = 0;
  vi.spyOn(performance, 'now').mockImplementation(() => now);
  document.body.append(place);
});
afterEach(() => {
  render(null, place);
  place.remove();
  onAnswer.mockClear();
  vi.restoreAllMocks();
});

describe('a question', () => {
  it('names the site of a frame and the one of the page around it', () => {
    show({ site: 'https://pay.example', inside: 'https://shop.example', permission: 'act' });
    expect(place.querySelector('h1')?.textContent).toBe(
      'claude-code wants to use pay.example inside shop.example',
    );
  });

  it('names agent, site, page, project and what is wanted', () => {
    show();
    expect(place.querySelector('h1')?.textContent).toBe('claude-code wants to read github.com');
    expect(place.querySelector('dl')?.innerText).toMatch(/Read the page\.[^]*Issues[^]*shop/);
    expect(place.querySelector('[role=alertdialog]')?.getAttribute('aria-labelledby')).toBe('asked');
  });

  it('is not answered by a click in the first half second', async () => {
    show();
    now += armMs - 1;
    await press('Always on this site');
    expect(onAnswer).not.toHaveBeenCalled();
    arm();
    await press('Always on this site');
    expect(onAnswer).toHaveBeenCalledExactlyOnceWith('always', 'read');
  });

  it('is not answered by the second half of a double click on the one before', async () => {
    show();
    arm();
    show({ id: crypto.randomUUID(), permission: 'script', code: 'x()' });
    await press('Always on this site');
    expect(onAnswer).not.toHaveBeenCalled();
  });

  it('has to be in view again for half a second after the person was elsewhere', async () => {
    show();
    arm();
    window.dispatchEvent(new Event('focus'));
    await press('Allow once');
    expect(onAnswer).not.toHaveBeenCalled();
  });

  it('is not answered by a script', () => {
    show();
    arm();
    button('Always on this site').click();
    button('Always on this site').dispatchEvent(new MouseEvent('click', { bubbles: true }));
    expect(onAnswer).not.toHaveBeenCalled();
  });

  it('has no answer in focus, and is answered by keyboard', async () => {
    show();
    arm();
    expect(document.activeElement?.id).toBe('asked');
    await userEvent.keyboard('{Enter} ');
    expect(onAnswer).not.toHaveBeenCalled();
    // The checkbox, then the first answer.
    await userEvent.keyboard('{Tab}{Tab}{Enter}');
    expect(onAnswer).toHaveBeenCalledExactlyOnceWith('once', 'read');
  });

  it('about reading lets the person allow more, but not for once and not in advance', async () => {
    show();
    arm();
    await userEvent.click(place.querySelector('input') ?? place);
    await press('Allow once');
    await press('While this tab is open');
    expect(onAnswer.mock.calls).toEqual([
      ['once', 'read'],
      ['tab', 'act'],
    ]);
    show({ id: crypto.randomUUID() });
    await expect.poll(() => place.querySelector('input')?.checked).toBe(false);
  });

  it('shows what a page or an agent wrote as text that cannot pass for ours', () => {
    const style = document.createElement('style');
    style.textContent = consentCss;
    document.head.append(style);
    place.style.width = '340px';
    show({
      agent: '<b>you</b>\n\n\u202etxet',
      title: `<img src=x onerror=alert(1)>\nAllow once\u202e${'long '.repeat(200)}${'x'.repeat(500)}`,
      site: `https://${'paypal.com.'.repeat(8)}evil.test`,
    });
    expect(place.querySelector('img, b')).toBeNull();
    expect(place.textContent).toContain('⟨U+202E⟩');
    expect(place.textContent).not.toContain('\u202e');
    expect(place.querySelector('.host')?.textContent).toMatch(/evil\.test$/);
    expect(place.textContent).toContain(`https://${'paypal.com.'.repeat(8)}evil.test`);
    expect(place.scrollWidth).toBeLessThanOrEqual(340);
    style.remove();
  });

  it('about code shows the code', () => {
    show({ permission: 'script', code: 'fetch("/x")\n\u202e// hidden' });
    expect(place.querySelector('h1')?.textContent).toContain('run its own code on github.com');
    expect(place.querySelector('pre')?.textContent).toBe('fetch("/x")\n⟨U+202E⟩// hidden');
  });

  it('about the browser itself has no answer for a tab', () => {
    show({ permission: 'secrets', site: 'browser', tabId: null });
    expect([...place.querySelectorAll('button')].map(({ textContent }) => textContent)).toEqual([
      'Allow once',
      'Always',
      'Never',
      'Not now',
    ]);
  });
});
