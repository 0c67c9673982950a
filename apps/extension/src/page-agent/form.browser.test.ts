import { beforeEach, describe, expect, it } from 'vitest';

import { findField, findOption, inspectField, pickRadio, selectOptions } from './form.ts';
import { resolveRef } from './refs.ts';
import { widgets } from './testing/widgets.ts';

beforeEach(() => document.body.replaceChildren());

function show(html: string): void {
  document.body.innerHTML = html;
}

function elementOf(found: { ref: string } | { problem: string }): Element | string {
  if ('problem' in found) return found.problem;
  const resolved = resolveRef(found.ref);
  return 'element' in resolved ? resolved.element : resolved.problem;
}

describe('a field by its label', () => {
  it.each([
    { label: 'Email', html: '<label>Email * <input id=x></label>' },
    { label: 'email', html: '<label for=x>Email:</label><input id=x><label>Email again <input></label>' },
    { label: 'Search', html: '<input id=x placeholder="Search products">' },
    { label: 'Terms', html: '<input id=x type=checkbox style="display:none"><label for=x>Terms</label>' },
    { label: 'Delivery', html: '<fieldset id=x><legend>Delivery</legend><input type=radio></fieldset>' },
    { label: 'Colour', html: '<div id=x role=radiogroup aria-label=Colour><div role=radio>Red</div></div>' },
    { label: 'Name', html: '<input aria-label=Name style="display:none"><input id=x aria-label=Name>' },
    {
      label: 'Framework',
      html: '<label id=l for=n>Framework</label><select id=n aria-hidden=true style="position:absolute;width:1px;height:1px;clip:rect(0,0,0,0)"><option>Vue</select><button id=x role=combobox aria-labelledby=l>Vue</button>',
    },
    {
      label: 'Wifi',
      html: '<div id=x role=switch aria-label=Wifi style="width:40px;height:20px"><input type=checkbox role=switch aria-label=Wifi></div>',
    },
    {
      label: 'Assignee',
      html: '<label id=l>Assignee</label><button id=x aria-haspopup=listbox aria-labelledby="l x">Wade</button>',
    },
  ])('$label is found in $html', ({ label, html }) => {
    show(html);
    expect(elementOf(findField(label))).toBe(document.getElementById('x'));
  });

  it.each([
    {
      html: '<label>Name <input></label><label>Name <input></label>',
      problem: '2 fields have the label "Name"',
    },
    { html: '<button>Name</button><p>Name</p>', problem: 'no field has the label "Name"' },
  ])('is not guessed in $html', ({ html, problem }) => {
    show(html);
    expect(findField('Name')).toEqual({ problem });
  });
});

describe('what to choose', () => {
  it('is the option that is seen, and not its copy for screen readers', () => {
    const [select] = widgets;
    show(select?.html ?? '');
    const field = inspectField({ by: 'selector', selector: '#s' });
    expect(field).toMatchObject({ kind: 'popup' });
    const jack = elementOf(findOption('jack'));
    expect(jack instanceof Element && jack.closest('.item')?.getAttribute('title')).toBe('Jack');
  });

  it('is an option of the list that a button opens', () => {
    show('<button id=b aria-haspopup=listbox aria-label=Assignee>Wade</button>');
    expect(inspectField({ by: 'selector', selector: '#b' })).toMatchObject({ kind: 'popup' });
  });

  it('is a radio button by label or value, of one group only', () => {
    show(`<form><label><input type=radio name=a value=1 id=one> One</label></form>
<form><label><input type=radio name=a value=1 id=other> One</label><label><input type=radio name=a value=2 id=two> Two</label></form>`);
    const group = { by: 'selector', selector: '#two' } as const;
    expect(elementOf(pickRadio(group, 'one'))).toBe(document.getElementById('other'));
    expect(elementOf(pickRadio(group, '2'))).toBe(document.getElementById('two'));
    expect(pickRadio(group, 'Three')).toEqual({ problem: 'there is "One", "Two"' });
  });

  it('are exactly these options, and the page hears of it', () => {
    show('<select multiple><option selected>A<option>B<option>C<option disabled>D</select>');
    const heard: string[] = [];
    const select = document.querySelector('select');
    for (const type of ['input', 'change']) select?.addEventListener(type, () => heard.push(type));
    const target = { by: 'selector', selector: 'select' } as const;
    expect(selectOptions(target, ['B', 'c'])).toBeNull();
    expect([...(select?.selectedOptions ?? [])].map(({ label }) => label)).toEqual(['B', 'C']);
    expect(heard).toEqual(['input', 'change']);
    expect(selectOptions(target, ['D'])).toBe('"D" is disabled');
    expect(selectOptions(target, ['E'])).toContain('there is "A", "B", "C", "D"');
  });
});
