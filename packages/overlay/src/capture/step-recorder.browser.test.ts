import { afterEach, beforeEach, expect, it } from 'vitest';
import { userEvent } from 'vitest/browser';

import { describeStep } from '@annotate-mcp/core';

import { $, page } from '../picking/testing/input.ts';
import { createOverlayState, type OverlayStateContainer } from '../state/container.ts';
import { initialState } from '../state/reducer.ts';

import { startStepRecorder, type StepRecorder } from './step-recorder.ts';

let container: OverlayStateContainer;
let recorder: StepRecorder;

beforeEach(() => {
  container = createOverlayState(initialState({ hub: '', appId: '.' }, location.href));
  recorder = startStepRecorder({ pageWindow: window, container });
});
afterEach(() => {
  recorder.close();
  page('');
});

/** By the keyboard: `selectOptions` dispatches events of its own, which the person did not cause. */
async function chooseNext(select: string): Promise<void> {
  ($(select) as HTMLSelectElement).focus();
  await userEvent.keyboard('{ArrowDown}');
}

/** Without the times. */
function said(): string[] {
  return recorder.recent().map((step) => describeStep(step).replace(/^[\d.]+ s before: /, ''));
}

it('tells clicks, choices, keys and how much was typed, and never what', async () => {
  page(`<label>Name <input id="name"></label><label>Size
    <select id="size"><option>Small</option><option>Large</option></select></label>
    <label><input type="checkbox" id="gift">Gift</label><button id="save"><b>Save</b></button>`);
  await userEvent.type($('#name'), 'Ada Love');
  await userEvent.keyboard('{Enter}');
  await chooseNext('#size');
  await userEvent.click($('#gift'));
  await userEvent.click($('#save b'));
  expect(said()).toEqual([
    'typed 8 characters into text field "Name" (#name)',
    'pressed Enter',
    'pressed ArrowDown',
    'chose "Large" in selection "Size" (#size)',
    'chose "on" in checkbox "Gift" (#gift)',
    'clicked button "Save" (#save)',
  ]);
  expect(JSON.stringify(recorder.recent())).not.toContain('Ada');
});

it('does not tell the length of a password, nor what a private part is called', async () => {
  page(`<input type="password" id="login" aria-label="Password">
    <div data-private><button id="patient">Ada Lovelace</button>
    <select id="ward" aria-label="Ward"><option>Oncology</option><option>Surgery</option></select></div>`);
  await userEvent.type($('#login'), 'secret');
  await userEvent.click($('#patient'));
  await chooseNext('#ward');
  expect(said()).toEqual([
    'typed something into text field "Password" (#login)',
    'clicked private button (#patient)',
    'pressed ArrowDown',
    'chose "[redacted]" in private select (#ward)',
  ]);
});

it('leaves out what scripts do, what picks a target, and what ends a selection of text', async () => {
  page('<p id="text">Some words to select.</p><button id="a">A</button>');
  $('#a').dispatchEvent(new MouseEvent('click', { bubbles: true }));
  container.dispatch({ type: 'inspect:toggle' });
  await userEvent.click($('#a'));
  container.dispatch({ type: 'inspect:toggle' });
  await userEvent.tripleClick($('#text'));
  // The first two clicks of the three select nothing yet or a word.
  expect(said().filter((step) => step.includes('button'))).toEqual([]);
  expect(said().length).toBeLessThan(3);
});

it('tells navigations, failed requests and errors without their secrets', async () => {
  container.dispatch({ type: 'navigated', url: `${location.origin}/cart?token=abcdef123456` });
  await fetch('/no-such-page-of-this-server?api_key=abcdef123456', { method: 'PUT' }).catch(() => null);
  window.dispatchEvent(new ErrorEvent('error', { message: 'Uncaught Error: no token=abcdef123456' }));
  await expect
    .poll(() => said().toSorted())
    .toEqual([
      'a request failed (404): /no-such-page-of-this-server?api_key=[redacted]',
      'an error was thrown: Uncaught Error: no token=[redacted]',
      'went to /cart?token=[redacted]',
    ]);
});

it('records nothing after it was closed', async () => {
  page('<button id="a">A</button>');
  recorder.close();
  await userEvent.click($('#a'));
  expect(said()).toEqual([]);
});
