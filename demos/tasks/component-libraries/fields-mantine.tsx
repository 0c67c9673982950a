import { Autocomplete, ColorInput, MantineProvider, NumberInput, PinInput, Slider } from '@mantine/core';
import { DateInput, TimeInput } from '@mantine/dates';
import '@mantine/core/styles.css';
import '@mantine/dates/styles.css';

import { mount } from '../pages/mount.ts';

import { useTold } from './use-told.ts';

function Page() {
  const set = useTold();
  return (
    <MantineProvider>
      <main style={{ padding: 24, width: 500, display: 'grid', gap: 24 }}>
        <DateInput label="Start date" onChange={(value) => set('date', value)} />
        <TimeInput label="Start time" onChange={({ currentTarget }) => set('time', currentTarget.value)} />
        <NumberInput
          label="Budget"
          thousandSeparator=","
          prefix="$"
          onChange={(value) => set('budget', value)}
        />
        <Autocomplete
          label="City"
          data={['Rome', 'Romford', 'Turin']}
          onChange={(value) => set('city', value)}
        />
        <ColorInput label="Colour" onChange={(value) => set('colour', value)} />
        <Slider thumbLabel="Volume" defaultValue={10} onChange={(value) => set('volume', value)} />
        <PinInput aria-label="Code" length={4} onChange={(value) => set('code', value)} />
      </main>
    </MantineProvider>
  );
}

mount(<Page />);
