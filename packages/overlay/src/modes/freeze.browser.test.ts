import { afterEach, beforeEach, expect, it } from 'vitest';
import { userEvent } from 'vitest/browser';

import { $, frames, middleOf, moveTo, page } from '../picking/testing/input.ts';

import { freeze } from './freeze.ts';

let overlay: HTMLElement;
let thaw: () => void;

beforeEach(async () => {
  thaw = () => undefined;
  overlay = document.createElement('nga-overlay');
  document.documentElement.append(overlay);
  page('');
  await moveTo(300, 600);
});

afterEach(() => {
  thaw();
  overlay.remove();
});

const shown = (selector: string) => getComputedStyle($(selector)).display !== 'none';

it('holds a menu that is shown by :hover, with rules in @media and nested ones', async () => {
  page(`
    <style>
      .sub, .deep { display: none }
      @media (min-width: 1px) { .menu:hover > .sub { display: block } }
      .menu { &:hover .deep { display: block } }
    </style>
    <div class="menu" style="width: 100px">Menu<div class="sub">Sub</div><div class="deep">Deep</div></div>`);
  await moveTo(...middleOf($('.menu')));
  await expect.poll(() => shown('.sub')).toBe(true);
  thaw = freeze(document, overlay);
  await moveTo(300, 600);
  await frames();
  expect($('.menu').matches(':hover')).toBe(false);
  expect(shown('.sub')).toBe(true);
  expect(shown('.deep')).toBe(true);
  thaw();
  expect(shown('.sub')).toBe(false);
  expect($('.menu').hasAttribute('data-annotate-hover')).toBe(false);
  expect(document.adoptedStyleSheets).toHaveLength(0);
});

it('holds what is shown while something has the focus', async () => {
  page(`<style>.list { display: none } .box:focus-within .list { display: block }</style>
    <div class="box"><input id="f"><div class="list">List</div></div><input id="g">`);
  $('#f').focus();
  thaw = freeze(document, overlay);
  let left = 0;
  $('#f').addEventListener('blur', () => left++);
  $('#g').focus();
  expect(shown('.list')).toBe(true);
  expect(left).toBe(0);
});

it('holds a menu that a script closes when the pointer leaves', async () => {
  page('<div id="m" style="width: 100px">Menu<div id="sub">Sub</div></div>');
  $('#m').addEventListener('mouseleave', () => ($('#sub').style.display = 'none'));
  await moveTo(...middleOf($('#m')));
  thaw = freeze(document, overlay);
  await moveTo(300, 600);
  await frames();
  expect(shown('#sub')).toBe(true);
  thaw();
  await moveTo(...middleOf($('#m')));
  await moveTo(300, 600);
  await expect.poll(() => shown('#sub')).toBe(false);
});

it('holds a tooltip that goes some time after the pointer has left', async () => {
  page('<button id="b">Button</button><div id="tip" hidden>Tip</div>');
  $('#b').addEventListener('mouseenter', () => ($('#tip').hidden = false));
  let left = 0;
  $('#b').addEventListener('mouseleave', () => {
    left++;
    setTimeout(() => ($('#tip').hidden = true), 20);
  });
  await moveTo(...middleOf($('#b')));
  await expect.poll(() => $('#tip').hidden).toBe(false);
  thaw = freeze(document, overlay);
  await moveTo(300, 600);
  await frames();
  expect($('#b').matches(':hover')).toBe(false);
  expect(left).toBe(0);
  thaw();
  await moveTo(...middleOf($('#b')));
  await moveTo(300, 600);
  await expect.poll(() => $('#tip').hidden).toBe(true);
});

it('pauses what moves and what would begin to, and lets it go on', async () => {
  page(`<style>@keyframes slide { to { translate: 500px } } .moving { animation: slide 10s linear infinite }</style>
    <div id="a" class="moving">a</div><div id="b">b</div>`);
  thaw = freeze(document, overlay);
  $('#b').className = 'moving';
  await expect.poll(() => $('#b').getAnimations()[0]?.playState).toBe('paused');
  const { x } = $('#a').getBoundingClientRect();
  await frames(5);
  expect($('#a').getBoundingClientRect().x).toBe(x);
  thaw();
  await expect.poll(() => $('#a').getBoundingClientRect().x).not.toBe(x);
  expect($('#b').getAnimations()[0]?.playState).toBe('running');
});

it('lets the overlay move and be used', async () => {
  overlay.attachShadow({ mode: 'open' }).innerHTML = '<button>ours</button>';
  overlay.style.cssText = 'position: fixed; left: 0; top: 300px';
  const button = $('button', overlay.shadowRoot ?? document);
  const animation = button.animate({ opacity: [0, 1] }, { duration: 10_000 });
  let entered = 0;
  button.addEventListener('pointerover', () => entered++);
  thaw = freeze(document, overlay);
  expect(animation.playState).toBe('running');
  await userEvent.hover(button);
  expect(entered).toBeGreaterThan(0);
});
