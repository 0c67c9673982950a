import { AutoComplete, DatePicker, Input, InputNumber, Slider, TimePicker } from 'antd';

import { mount } from '../pages/mount.ts';

import { useTold } from './use-told.ts';

function Page() {
  const set = useTold();
  return (
    <main style={{ padding: 24, width: 500, display: 'grid', gap: 24 }}>
      <DatePicker
        aria-label="Start date"
        placeholder="Start date"
        onChange={(value) => set('date', value?.format('YYYY-MM-DD'))}
      />
      <TimePicker
        aria-label="Start time"
        placeholder="Start time"
        needConfirm={false}
        onChange={(value) => set('time', value?.format('HH:mm:ss'))}
      />
      <DatePicker.RangePicker
        placeholder={['Arrival', 'Departure']}
        onChange={(value) => set('stay', value?.map((day) => day?.format('YYYY-MM-DD')).join(' '))}
      />
      <InputNumber aria-label="Seats" min={0} max={100} onChange={(value) => set('seats', value)} />
      <AutoComplete
        aria-label="City"
        style={{ width: 200 }}
        options={['Rome', 'Romford', 'Turin'].map((value) => ({ value }))}
        showSearch={{ filterOption: true }}
        onChange={(value) => set('city', value)}
      />
      <Slider ariaLabelForHandle="Volume" defaultValue={10} onChange={(value) => set('volume', value)} />
      <Input.OTP aria-label="Code" length={4} onChange={(value) => set('code', value)} />
    </main>
  );
}

mount(<Page />);
