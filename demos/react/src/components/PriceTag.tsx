import { formatPrice } from '../catalog.ts';

export function PriceTag({ amount, currency }: { amount: number; currency: string }) {
  return (
    <span className="price" data-testid="price-tag">
      {formatPrice(amount, currency)}
    </span>
  );
}
