import {
  Button,
  ColorField,
  ComboBox,
  DateField,
  DateInput,
  DateSegment,
  Input,
  Label,
  ListBox,
  ListBoxItem,
  NumberField,
  Popover,
  Slider,
  SliderThumb,
  SliderTrack,
  TimeField,
} from 'react-aria-components';

import { mount } from '../pages/mount.ts';

import { useTold } from './use-told.ts';

function Page() {
  const set = useTold();
  return (
    <main style={{ padding: 24, width: 500, display: 'grid', gap: 24 }}>
      <DateField onChange={(value) => set('date', value?.toString())}>
        <Label>Start date</Label>
        <DateInput style={{ display: 'flex' }}>{(segment) => <DateSegment segment={segment} />}</DateInput>
      </DateField>
      <TimeField hourCycle={24} onChange={(value) => set('time', value?.toString())}>
        <Label>Start time</Label>
        <DateInput style={{ display: 'flex' }}>{(segment) => <DateSegment segment={segment} />}</DateInput>
      </TimeField>
      <NumberField minValue={0} onChange={(value) => set('seats', value)}>
        <Label>Seats</Label>
        <Input />
      </NumberField>
      <ComboBox allowsCustomValue onInputChange={(value) => set('city', value)}>
        <Label>City</Label>
        <Input />
        <Button>▼</Button>
        <Popover>
          <ListBox>
            <ListBoxItem>Rome</ListBoxItem>
            <ListBoxItem>Turin</ListBoxItem>
          </ListBox>
        </Popover>
      </ComboBox>
      <ColorField onChange={(value) => set('colour', value?.toString('hex'))}>
        <Label>Colour</Label>
        <Input />
      </ColorField>
      <Slider defaultValue={10} onChange={(value) => set('volume', value)}>
        <Label>Volume</Label>
        <SliderTrack style={{ height: 20, width: 300, background: '#ddd' }}>
          <SliderThumb style={{ width: 20, height: 20, background: 'blue', top: '50%' }} />
        </SliderTrack>
      </Slider>
    </main>
  );
}

mount(<Page />);
