import { expect, it } from 'vitest';

import { addressFor, noFilter, type View, viewIn } from './address.ts';

const cases: { name: string; view: View; address: string }[] = [
  {
    name: 'the projects',
    view: { project: null, filter: noFilter, thread: null },
    address: './',
  },
  {
    name: 'a project',
    view: { project: 'shop', filter: noFilter, thread: null },
    address: '?project=shop',
  },
  {
    name: 'a thread in a filtered list',
    view: {
      project: 'shop',
      filter: {
        show: 'waiting',
        author: 'a1',
        assignee: 'agent claude',
        page: '/cart?a=b',
        text: 'größer & so',
      },
      thread: '00000000-0000-4000-8000-000000000001',
    },
    address:
      '?project=shop&show=waiting&author=a1&assignee=agent+claude&page=%2Fcart%3Fa%3Db&text=gr%C3%B6%C3%9Fer+%26+so&thread=00000000-0000-4000-8000-000000000001',
  },
];

it.each(cases)('the address of $name says all of it', ({ view, address }) => {
  expect(addressFor(view)).toBe(address);
  expect(viewIn(address.replace('./', ''))).toEqual(view);
});

it('takes what an address does not know as not said', () => {
  expect(viewIn('?show=constructor&project=')).toEqual({ project: null, filter: noFilter, thread: null });
});
