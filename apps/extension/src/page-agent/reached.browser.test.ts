import { afterEach, describe, expect, it } from 'vitest';

import { checkTarget } from './check-target.ts';

afterEach(() => {
  document.body.replaceChildren();
  scrollTo(0, 0);
});

/** Presses what is at the point that the check returns, as the mouse does. Returns what it refused to press, and why. */
async function press(selector: string): Promise<string | null> {
  let why = '';
  for (let round = 0; round < 6; round++) {
    const checked = checkTarget({ by: 'selector', selector }, 'clickable', false);
    if (checked.state === 'ready') {
      const there = document.elementFromPoint(checked.x, checked.y);
      there?.dispatchEvent(new MouseEvent('click', { bubbles: true, composed: true, cancelable: true }));
      return null;
    }
    why = checked.state === 'fault' ? checked.fault.message : checked.state;
    await new Promise((resolve) => requestAnimationFrame(resolve));
  }
  return why;
}

function show(html: string): string[] {
  const log: string[] = [];
  document.body.innerHTML = html;
  const pressed = document.querySelectorAll('[data-log]');
  for (const element of pressed)
    element.addEventListener('click', (event) => {
      event.preventDefault();
      log.push(element.getAttribute('data-log') ?? '');
    });
  return log;
}

const thirtyButtons = Array.from(
  { length: 30 },
  (_, at) => `<p><button data-log="${at}" id="b${at}">Item ${at}</button></p>`,
).join('');
const tall = '<div style="height:3000px"></div>';

describe('a press reaches', () => {
  it.each([
    {
      name: 'a button in a list that scrolls',
      html: `<div style="height:150px;overflow:auto">${thirtyButtons}</div>`,
      selector: '#b20',
      logged: '20',
    },
    {
      name: 'a button in a list that scrolls, with other things below the list',
      html: `<div style="height:150px;overflow:auto">${thirtyButtons}</div><div data-log="below" style="height:600px">Below</div>`,
      selector: '#b10',
      logged: '10',
    },
    {
      name: 'an icon inside of a button, through which presses go',
      html: '<button data-log="icon"><svg id="target" width="20" height="20" style="pointer-events:none"><rect width="20" height="20"/></svg></button>',
      selector: '#target',
      logged: 'icon',
    },
    {
      name: 'a link around a block',
      html: '<a id="target" href="#x" data-log="card"><div style="height:40px">Card</div></a>',
      selector: '#target',
      logged: 'card',
    },
    {
      name: 'a button that grows and shrinks all the time',
      html: '<style>@keyframes pulse { to { scale: 1.2 } } #target { animation: pulse 0.3s infinite alternate }</style><button id="target" data-log="pulse" style="margin:40px">Buy</button>',
      selector: '#target',
      logged: 'pulse',
    },
    {
      name: 'a field below its placeholder',
      html: '<div data-log="open" style="position:relative;width:200px"><input id="target" role="combobox" readonly style="width:100%;border:0"><div style="position:absolute;inset:0;z-index:1">Select city</div></div>',
      selector: '#target',
      logged: 'open',
    },
    {
      name: 'a narrow field below the placeholder of a wide select',
      html: '<div data-log="open" style="position:relative;width:100%"><div style="opacity:0"><input id="target" role="combobox" readonly style="width:11px;border:0"></div><div style="position:absolute;inset:0;z-index:1">Select city</div></div>',
      selector: '#target',
      logged: 'open',
    },
    {
      name: 'the box of a select whose field has no size',
      html: '<div data-log="open" style="width:200px;height:36px;position:relative;overflow:hidden"><div style="padding:8px">Choose</div><div><input id="target" role="combobox" readonly style="position:absolute;left:-100px;width:1px;height:1px;border:0;padding:0;opacity:0"></div></div>',
      selector: '#target',
      logged: 'open',
    },
    {
      name: 'a link that has no height, because what is in it floats',
      html: '<a id="target" href="#x" style="display:block" data-log="promo"><span style="float:left;width:100px;height:50px">Promo</span></a>',
      selector: '#target',
      logged: 'promo',
    },
    {
      name: 'the thumb of a slider with a native slider that is clipped',
      html: '<div style="position:relative;width:200px;height:30px"><div data-log="thumb" style="position:absolute;left:50px;width:20px;height:20px"><div style="clip:rect(0,0,0,0);position:absolute;overflow:hidden;width:1px;height:1px;margin:-1px"><input id="target" type="range"></div></div></div>',
      selector: '#target',
      logged: 'thumb',
    },
    {
      name: 'the middle of a thin line',
      html: '<svg width="200" height="200"><path id="target" data-log="road" d="M10 10 L190 10 L190 190" fill="none" stroke="red" stroke-width="4"/></svg>',
      selector: '#target',
      logged: 'road',
    },
  ])('$name', async ({ html, selector, logged }) => {
    const log = show(html);
    expect(await press(selector)).toBeNull();
    expect(log).toEqual([logged]);
  });

  it('a component through the button in it, which takes no presses itself', async () => {
    const log = show('<test-tab data-log="tab">Photos</test-tab>');
    const host = document.querySelector('test-tab');
    const root = host?.attachShadow({ mode: 'open' });
    root?.append(
      document
        .createRange()
        .createContextualFragment('<button style="pointer-events:none"><slot></slot></button>'),
    );
    expect(await press('test-tab >>> button')).toBeNull();
    expect(log).toEqual(['tab']);
  });

  it.each([
    {
      name: 'the page',
      html: `<header style="position:sticky;top:0;height:80px;background:white;z-index:1">Shop</header>${thirtyButtons}${tall}`,
      scroll: () => document.querySelector('#b5')?.scrollIntoView({ block: 'start' }),
    },
    {
      name: 'a list',
      html: `<div style="height:300px;overflow:auto"><header style="position:sticky;top:0;height:80px;background:white;z-index:1">Shop</header>${thirtyButtons}</div>`,
      scroll: () => document.querySelector('#b5')?.scrollIntoView({ block: 'start' }),
    },
  ])('a button below the header that stays in $name', async ({ html, scroll }) => {
    const log = show(html);
    scroll();
    expect(await press('#b5')).toBeNull();
    expect(log).toEqual(['5']);
  });

  it.each([
    { name: 'clipped', style: 'position:absolute;clip:rect(0,0,0,0);pointer-events:none' },
    { name: 'beside the page', style: 'position:absolute;left:-9999px' },
    { name: 'without a size', style: 'position:absolute;width:1px;height:1px;opacity:0' },
    { name: 'scaled to nothing', style: 'transform:scale(0)' },
    { name: 'clipped by a path', style: 'clip-path:inset(50%)' },
    { name: 'not pressed itself', style: 'pointer-events:none' },
  ])('the label of a box to tick that is $name', async ({ style }) => {
    show(`<input type="checkbox" id="target" style="${style}"><label for="target">Agree</label>`);
    expect(await press('#target')).toBeNull();
    expect(document.querySelector<HTMLInputElement>('#target')?.checked).toBe(true);
  });
});

describe('a press is refused', () => {
  it.each([
    {
      name: 'on a button in a closed panel',
      html: '<div style="height:0;overflow:hidden"><button id="target" data-log="b">Hidden</button></div><p>After</p>',
      why: /is (?:cut off by|not visible)/,
    },
    {
      name: 'on a button that takes no presses',
      html: '<button id="target" data-log="b" style="pointer-events:none">Off</button>',
      why: /^The button "Off" takes no presses \(pointer-events: none\)\.$/,
    },
    {
      name: 'on a link that is drawn as disabled',
      html: '<a href="#x" class="btn disabled" id="target" data-log="b" style="pointer-events:none">Off</a>',
      why: /^The link "Off" takes no presses/,
    },
    {
      name: 'on a field that an editor has replaced',
      html: '<textarea id="target" style="display:none"></textarea><div style="height:50px" data-log="b">Editor</div>',
      why: /is not visible/,
    },
    {
      name: 'on what is faded out',
      html: '<ul style="opacity:0;pointer-events:none"><li><a href="#x" id="target" data-log="b">Shoes</a></li></ul>',
      why: /takes no presses/,
    },
  ])('$name', async ({ html, why }) => {
    const log = show(html);
    expect(await press('#target')).toMatch(why);
    expect(log).toEqual([]);
  });

  it('in a carousel that shows another part, and the carousel is not scrolled', async () => {
    const slide = 'style="flex:0 0 200px;height:50px"';
    const log = show(
      `<div id="carousel" style="width:200px;overflow:hidden"><div style="display:flex;transform:translateX(0px)"><div ${slide}><button data-log="one">One</button></div><div ${slide}><button id="target" data-log="two">Two</button></div></div></div>`,
    );
    expect(await press('#target')).toMatch(/^The button "Two" is cut off by the <div#carousel>/);
    expect(document.querySelector('#carousel')?.scrollLeft).toBe(0);
    expect(log).toEqual([]);
  });

  it('behind a dialog, also if its backdrop cannot be seen, and the dialog is named', async () => {
    const log = show(
      '<style>dialog::backdrop { display: none }</style><button id="target" data-log="b">Behind</button><dialog aria-label="Terms" style="margin-top:200px"><p>Read</p></dialog>',
    );
    document.querySelector('dialog')?.showModal();
    expect(await press('#target')).toBe('The button "Behind" is behind the open dialog "Terms".');
    expect(log).toEqual([]);
  });
});
