/** What people build with MUI: select, autocomplete, menu, slider, dialog, tabs. */
import Autocomplete from '@mui/material/Autocomplete';
import Button from '@mui/material/Button';
import Dialog from '@mui/material/Dialog';
import DialogActions from '@mui/material/DialogActions';
import DialogTitle from '@mui/material/DialogTitle';
import FormControl from '@mui/material/FormControl';
import IconButton from '@mui/material/IconButton';
import InputLabel from '@mui/material/InputLabel';
import Menu from '@mui/material/Menu';
import MenuItem from '@mui/material/MenuItem';
import Select from '@mui/material/Select';
import Slider from '@mui/material/Slider';
import Tab from '@mui/material/Tab';
import Tabs from '@mui/material/Tabs';
import TextField from '@mui/material/TextField';
import { useEffect, useState } from 'react';

import { mount } from '../pages/mount.ts';
import { tell } from '../pages/tell.ts';

const films = [
  'Alien',
  'Amélie',
  'Brazil',
  'Casablanca',
  'Metropolis',
  'Persona',
  'Solaris',
  'Stalker',
  'Vertigo',
];

function Page() {
  const [state, setState] = useState<Record<string, unknown>>({});
  const [tab, setTab] = useState(0);
  const set = (name: string, value: unknown) => setState((old) => ({ ...old, [name]: value }));
  useEffect(() => tell(state));
  return (
    <main style={{ padding: 24, width: 600, display: 'grid', gap: 24 }}>
      <h1>Cinema</h1>
      <FormControl>
        <InputLabel id="size">Size</InputLabel>
        <Select
          labelId="size"
          label="Size"
          defaultValue=""
          onChange={({ target }) => set('size', target.value)}
        >
          {['Small', 'Medium', 'Large'].map((each) => (
            <MenuItem key={each} value={each}>
              {each}
            </MenuItem>
          ))}
        </Select>
      </FormControl>
      <Autocomplete
        options={films}
        onChange={(_, film) => set('film', film)}
        renderInput={(params) => <TextField {...params} label="Film" />}
      />
      <Slider
        aria-label="Volume"
        defaultValue={10}
        onChangeCommitted={(_, volume) => set('volume', volume)}
      />
      <Account choose={(item) => set('menu', item)} />
      <Leave leave={() => set('left', true)} />
      <Tabs
        value={tab}
        onChange={(_, next: number) => {
          setTab(next);
          set('tab', next);
        }}
      >
        <Tab label="Today" />
        <Tab label="Tomorrow" />
        <Tab label="Archive" />
      </Tabs>
      <p>{['Vertigo at 20:00', 'Solaris at 18:30', 'Brazil, last March'][tab]}</p>
    </main>
  );
}

function Account({ choose }: { choose: (item: string) => void }) {
  const [anchor, setAnchor] = useState<HTMLElement | null>(null);
  return (
    <div>
      <IconButton aria-label="Account" onClick={({ currentTarget }) => setAnchor(currentTarget)}>
        ☰
      </IconButton>
      <Menu anchorEl={anchor} open={anchor !== null} onClose={() => setAnchor(null)}>
        {['Profile', 'Orders', 'Log out'].map((item) => (
          <MenuItem
            key={item}
            onClick={() => {
              choose(item);
              setAnchor(null);
            }}
          >
            {item}
          </MenuItem>
        ))}
      </Menu>
    </div>
  );
}

function Leave({ leave }: { leave: () => void }) {
  const [isOpen, setOpen] = useState(false);
  return (
    <div>
      <Button onClick={() => setOpen(true)}>Leave the queue</Button>
      <Dialog open={isOpen} onClose={() => setOpen(false)}>
        <DialogTitle>Leave the queue?</DialogTitle>
        <DialogActions>
          <Button onClick={() => setOpen(false)}>Stay</Button>
          <Button
            onClick={() => {
              leave();
              setOpen(false);
            }}
          >
            Leave
          </Button>
        </DialogActions>
      </Dialog>
    </div>
  );
}

mount(<Page />);
