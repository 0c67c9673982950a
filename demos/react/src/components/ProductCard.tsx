import type { CSSProperties } from 'react';

import type { Product } from '../catalog.ts';

import { PriceTag } from './PriceTag.tsx';

interface ProductCardProps {
  product: Product;
  rank: number;
  currency: string;
  featured: boolean;
  notes: string[];
  roastedOn: Date;
  discount: number | undefined;
  apiToken: string;
  onAdd: (productId: string) => void;
}

export function ProductCard(props: ProductCardProps) {
  const { product, currency, featured, notes, roastedOn, discount = 0, onAdd } = props;
  return (
    <li className="card" data-testid="product-card" data-product-id={product.id}>
      <div className="bag" style={{ '--hue': product.hue } as CSSProperties} />
      <h2 data-testid="product-title">{product.name}</h2>
      <p className="hint">
        {product.origin}
        {featured && ' · house favourite'}
      </p>
      <ul className="tags">
        {notes.map((note) => (
          <li key={note}>{note}</li>
        ))}
      </ul>
      <p className="hint">Roasted {roastedOn.toLocaleDateString('en-US', { dateStyle: 'medium' })}</p>
      <div className="card-foot">
        <PriceTag amount={product.price * (1 - discount)} currency={currency} />
        <button className="button" data-testid="add-to-cart" onClick={() => onAdd(product.id)}>
          {product.inStock ? 'Add' : 'Reserve'}
        </button>
      </div>
    </li>
  );
}
