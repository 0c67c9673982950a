/** What people build with antd: selects, pickers, menus, a table. */
import { Button, Cascader, DatePicker, Dropdown, Form, Modal, Select, Switch, Table } from 'antd';
import { type ReactNode, useEffect, useState } from 'react';

import { mount } from '../pages/mount.ts';
import { tell } from '../pages/tell.ts';

const option = (label: string) => ({ value: label.toLowerCase(), label });
const countries = [
  'Austria',
  'Belgium',
  'Croatia',
  'Denmark',
  'Estonia',
  'Finland',
  'Greece',
  'Hungary',
  'Iceland',
  'Japan',
  'Kenya',
  'Latvia',
  'Malta',
  'Norway',
  'Oman',
  'Peru',
  'Qatar',
  'Romania',
  'Spain',
  'Togo',
].map(option);
const places = [
  { ...option('Europe'), children: [{ ...option('Italy'), children: ['Rome', 'Turin'].map(option) }] },
  { ...option('Asia'), children: [{ ...option('Japan'), children: ['Kyoto', 'Osaka'].map(option) }] },
];
const people = Array.from({ length: 25 }, (_, n) => ({
  key: n,
  name: `Person ${String(n + 1).padStart(2, '0')}`,
  age: 20 + ((n * 7) % 25),
}));

function Page() {
  const [state, setState] = useState<Record<string, unknown>>({});
  const [isOpen, setOpen] = useState(false);
  const set = (name: string) => (value: unknown) => setState((old) => ({ ...old, [name]: value }));
  useEffect(() => tell(state));
  return (
    <main style={{ padding: 24, width: 800 }}>
      <h1>Team</h1>
      <Form layout="horizontal" labelCol={{ span: 6 }}>
        <Field label="Country">
          <Select showSearch placeholder="Choose a country" options={countries} onChange={set('country')} />
        </Field>
        <Field label="Skills">
          <Select
            mode="multiple"
            placeholder="Choose skills"
            options={['Design', 'Sales', 'Testing', 'Writing'].map(option)}
            onChange={set('skills')}
          />
        </Field>
        <Field label="Start date">
          <DatePicker onChange={(date) => set('start')(date === null ? null : date.format('YYYY-MM-DD'))} />
        </Field>
        <Field label="City">
          <Cascader options={places} placeholder="Choose a city" onChange={set('city')} />
        </Field>
        <Field label="Notifications">
          <Switch onChange={set('notifications')} />
        </Field>
      </Form>
      <Dropdown
        trigger={['click']}
        menu={{
          items: [
            { key: 'rename', label: 'Rename' },
            { key: 'archive', label: 'Archive' },
            {
              key: 'more',
              label: 'Export',
              children: [
                { key: 'csv', label: 'As CSV' },
                { key: 'pdf', label: 'As PDF' },
              ],
            },
          ],
          onClick: ({ key }) => set('action')(key),
        }}
      >
        <Button>Actions</Button>
      </Dropdown>{' '}
      <Button danger onClick={() => setOpen(true)}>
        Delete team
      </Button>
      <Modal
        title="Delete this team?"
        open={isOpen}
        okText="Delete"
        onOk={() => {
          set('deleted')(true);
          setOpen(false);
        }}
        onCancel={() => setOpen(false)}
      >
        25 people lose access.
      </Modal>
      <Table
        dataSource={people}
        columns={[
          { title: 'Name', dataIndex: 'name' },
          { title: 'Age', dataIndex: 'age', sorter: (a, b) => a.age - b.age },
          {
            title: 'Action',
            render: (_, { name }) => <a onClick={() => set('invited')(name)}>Invite</a>,
          },
        ]}
        onChange={({ current }, _, sorter) => {
          const order = Array.isArray(sorter) ? undefined : sorter.order;
          set('table')({ page: current, order: order ?? null });
        }}
      />
    </main>
  );
}

function Field({ label, children }: { label: string; children: ReactNode }) {
  return (
    <Form.Item label={label} name={label}>
      {children}
    </Form.Item>
  );
}

mount(<Page />);
