/** The pointer: hovering, points of an element, dragging. */
import { expect, test } from './support/test.ts';

test('what opens under the pointer is used, points of an element are clicked and drawn through', async ({
  open,
}) => {
  const tab = await open('/pointing');
  await tab.must('browser_hover', { selector: '.menu' });
  await tab.must('browser_click', { ref: await tab.refOf('Archive') });
  await tab.must('browser_click', { selector: '#board', x: 40, y: 30 });
  const path = [
    { x: 100, y: 50 },
    { x: 200, y: 120 },
  ];
  await tab.must('browser_drag', { selector: '#board', x: 10, y: 10, path });
  expect(await tab.out()).toBe('archived;released at 40,30;click 40,30;drawn to 200,120;click 200,120;');
  const outside = await tab.do('browser_click', { selector: '#board', x: 400, y: 30 });
  expect(outside.text).toContain('has no point 400, 30: it is 300 × 150 pixels');
});

test('rows that are dragged move while they are over others', async ({ open }) => {
  const tab = await open('/pointing');
  const to = { selector: '#rows li:nth-child(3)' };
  await tab.must('browser_drag', { selector: '#rows li:nth-child(1)', to });
  expect(await tab.out()).toBe('TwoThreeOne;');
});

test('the wheel reaches what listens to it', async ({ open }) => {
  const tab = await open('/pointing');
  await tab.must('browser_scroll', { selector: '#map', pixels: -120, wheel: true });
  expect(await tab.out()).toBe('zoom -1;');
});
