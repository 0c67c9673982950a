/** Fields of libraries that people use, with what an agent types and what the page has to tell then. */

export interface FieldCase {
  readonly label: string;
  readonly typed: string;
  /** The part of the state that the page tells, and its value. */
  readonly part: string;
  readonly told: unknown;
}

export interface FieldPage {
  /** A page of the site. */
  readonly page: string;
  readonly library: string;
  readonly fields: readonly FieldCase[];
}

const field = (label: string, typed: string, part: string, told: unknown = typed): FieldCase => ({
  label,
  typed,
  part,
  told,
});

export const fieldPages: readonly FieldPage[] = [
  {
    page: 'fields-antd',
    library: 'antd',
    fields: [
      field('Start date', '2026-05-05', 'date'),
      field('Start time', '14:30:00', 'time'),
      field('Seats', '42', 'seats', 42),
      field('City', 'Rome', 'city'),
      field('Volume', '30', 'volume', 30),
    ],
  },
  {
    page: 'fields-mui',
    library: 'MUI',
    fields: [
      field('Start date', '2026-05-05', 'date'),
      field('Start time', '14:30', 'time'),
      field('City', 'Rome', 'city'),
      field('Room', 'Large', 'room', 'large'),
      field('Seats', '42', 'seats'),
      field('Volume', '30', 'volume', 30),
    ],
  },
  {
    page: 'fields-mantine',
    library: 'Mantine',
    fields: [
      field('Start date', '2026-05-05', 'date'),
      field('Start time', '14:30', 'time'),
      field('Budget', '12500.5', 'budget', 12500.5),
      field('City', 'Rome', 'city'),
      field('Colour', '#336699', 'colour'),
      field('Volume', '30', 'volume', 30),
    ],
  },
  {
    page: 'fields-element-plus',
    library: 'Element Plus',
    fields: [
      field('Start date', '2026-05-05', 'date'),
      field('Start time', '14:30:00', 'time'),
      field('Seats', '42', 'seats', 42),
      field('City', 'Rome', 'city'),
      field('Volume', '30', 'volume', 30),
    ],
  },
  {
    page: 'fields-vuetify',
    library: 'Vuetify',
    fields: [
      field('Start date', '2026-05-05', 'date'),
      field('Phone', '5551234567', 'phone'),
      field('Seats', '42', 'seats', 42),
      field('City', 'Rome', 'city'),
      field('Volume', '30', 'volume', 30),
    ],
  },
  {
    page: 'fields-primeng',
    library: 'PrimeNG',
    fields: [
      field('Start date', '2026-05-05', 'date'),
      field('Start time', '14:30', 'time'),
      field('Phone', '5551234567', 'phone', '(555) 123-4567'),
      field('Seats', '1250', 'seats', 1250),
      field('City', 'Rome', 'city'),
      field('Volume', '30', 'volume', 30),
    ],
  },
  {
    page: 'fields-fluent',
    library: 'Fluent',
    fields: [field('Email', 'ada@b.test', 'email'), field('Note', 'two words', 'note')],
  },
  {
    page: 'fields-shoelace',
    library: 'Shoelace',
    fields: [
      field('Start date', '2026-05-05', 'date'),
      field('Start time', '14:30', 'time'),
      field('Seats', '42', 'seats'),
      field('Volume', '30', 'volume', 30),
      field('Speed', 'Night train', 'speed', 'train'),
    ],
  },
  {
    page: 'fields-react-aria',
    library: 'React Aria',
    fields: [
      field('Start date', '2026-05-05', 'date'),
      field('Start time', '14:30', 'time', '14:30:00'),
      field('Seats', '42', 'seats', 42),
      field('City', 'Rome', 'city'),
      field('Colour', '#336699', 'colour'),
      field('Volume', '30', 'volume', 30),
    ],
  },
  {
    page: 'fields-flatpickr',
    library: 'flatpickr',
    fields: [
      field('Start date', '2026-05-05', 'date'),
      field('Start time', '14:30', 'time'),
      field('Stay', '2026-05-05 to 2026-05-09', 'stay'),
      field('Meeting', '2026-05-05 14:30', 'meeting'),
    ],
  },
];
