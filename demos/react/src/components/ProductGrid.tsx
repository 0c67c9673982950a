import type { Product } from '../catalog.ts';

import { ProductCard } from './ProductCard.tsx';

interface ProductGridProps {
  products: Product[];
  currency: string;
  apiToken: string;
  onAdd: (productId: string) => void;
}

export function ProductGrid({ products, currency, apiToken, onAdd }: ProductGridProps) {
  return (
    <ul className="product-grid">
      {products.map((product, index) => (
        <ProductCard
          key={product.id}
          product={product}
          rank={index + 1}
          currency={currency}
          featured={index === 0}
          notes={product.notes}
          roastedOn={product.roastedOn}
          discount={product.discount}
          apiToken={apiToken}
          onAdd={onAdd}
        />
      ))}
    </ul>
  );
}
