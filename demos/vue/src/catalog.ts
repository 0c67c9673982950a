/** The products and orders of the shop. The file is the same in every demo, so that each demo works alone. */
export interface Product {
  id: string;
  name: string;
  origin: string;
  price: number;
  hue: number;
  notes: string[];
  roastedOn: Date;
  inStock: boolean;
  discount: number | undefined;
}

export interface Order {
  number: number;
  customer: string;
  state: 'paid' | 'packed' | 'shipped';
  total: number;
}

export const currency = 'USD';

/** Example of a secret: real apps have such props, and they must not leave the page. */
export const apiToken = 'tok_live_harbor_5f1c20a9';

export const products: Product[] = [
  {
    id: 'lighthouse',
    name: 'Lighthouse Blend',
    origin: 'Colombia and Kenya',
    price: 14.5,
    hue: 55,
    notes: ['caramel', 'orange'],
    roastedOn: new Date('2026-03-02T08:00:00Z'),
    inStock: true,
    discount: undefined,
  },
  {
    id: 'night-ferry',
    name: 'Night Ferry',
    origin: 'Sumatra',
    price: 16,
    hue: 285,
    notes: ['cocoa', 'cedar', 'plum'],
    roastedOn: new Date('2026-03-04T08:00:00Z'),
    inStock: true,
    discount: undefined,
  },
  {
    id: 'breakwater',
    name: 'Breakwater Decaf',
    origin: 'Mexico',
    price: 13.25,
    hue: 150,
    notes: ['almond', 'honey'],
    roastedOn: new Date('2026-03-01T08:00:00Z'),
    inStock: false,
    discount: 0.1,
  },
  {
    id: 'low-tide',
    name: 'Low Tide Espresso',
    origin: 'Brazil and Ethiopia',
    price: 15.75,
    hue: 20,
    notes: ['hazelnut', 'cherry'],
    roastedOn: new Date('2026-03-05T08:00:00Z'),
    inStock: true,
    discount: undefined,
  },
];

const customers = ['Ada', 'Bela', 'Chidi', 'Dorte', 'Emre', 'Fumi', 'Grace', 'Hugo'];
const states = ['paid', 'packed', 'shipped'] as const;

export const orders: Order[] = Array.from({ length: 40 }, (_, index) => ({
  number: 1040 - index,
  customer: customers[index % customers.length] ?? 'Ada',
  state: states[index % states.length] ?? 'paid',
  total: 13.25 + ((index * 7) % 30),
}));

export function formatPrice(amount: number, inCurrency: string): string {
  return new Intl.NumberFormat('en-US', { style: 'currency', currency: inCurrency }).format(amount);
}
