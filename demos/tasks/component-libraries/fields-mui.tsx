import { Autocomplete, MenuItem, Slider, TextField } from '@mui/material';
import { DatePicker, LocalizationProvider, TimePicker } from '@mui/x-date-pickers';
import { AdapterDayjs } from '@mui/x-date-pickers/AdapterDayjs';

import { mount } from '../pages/mount.ts';

import { useTold } from './use-told.ts';

function Page() {
  const set = useTold();
  return (
    <LocalizationProvider dateAdapter={AdapterDayjs}>
      <main style={{ padding: 24, width: 500, display: 'grid', gap: 24 }}>
        <DatePicker
          label="Start date"
          onChange={(value) => set('date', value?.isValid() === true ? value.format('YYYY-MM-DD') : null)}
        />
        <TimePicker
          label="Start time"
          ampm={false}
          onChange={(value) => set('time', value?.isValid() === true ? value.format('HH:mm') : null)}
        />
        <Autocomplete
          freeSolo
          options={['Rome', 'Romford', 'Turin']}
          onInputChange={(_, value) => set('city', value)}
          renderInput={(params) => <TextField {...params} label="City" />}
        />
        <TextField select label="Room" defaultValue="" onChange={({ target }) => set('room', target.value)}>
          <MenuItem value="small">Small</MenuItem>
          <MenuItem value="large">Large</MenuItem>
        </TextField>
        <TextField label="Seats" type="number" onChange={({ target }) => set('seats', target.value)} />
        <Slider aria-label="Volume" defaultValue={10} onChange={(_, value) => set('volume', value)} />
      </main>
    </LocalizationProvider>
  );
}

mount(<Page />);
