import { apiToken, currency, products } from '../catalog.ts';

import { BrokenCard } from './BrokenCard.tsx';
import { InfoPanel } from './InfoPanel.tsx';
import { ProductGrid } from './ProductGrid.tsx';
import { RoastStatus } from './RoastStatus.tsx';
import { TimedTooltip } from './TimedTooltip.tsx';

interface ShopPageProps {
  onAdd: (productId: string) => void;
  onToast: (message: string) => void;
}

export function ShopPage({ onAdd, onToast }: ShopPageProps) {
  return (
    <main className="page">
      <section className="intro">
        <div>
          <h1>Fresh off the boat</h1>
          <p>Small lots, roasted on the quay this week.</p>
        </div>
        <RoastStatus batch={112} />
      </section>
      <ProductGrid products={products} currency={currency} apiToken={apiToken} onAdd={onAdd} />
      <div className="columns">
        <BrokenCard cents={950} />
        <InfoPanel title="For the crew">
          <p data-testid="panel-note">The quay is closed on Monday: ship the orders of the weekend today.</p>
          <p className="hint" data-testid="secret-note" data-annotate-redact>
            Code of the till: <code>4711-0815</code>
          </p>
          <div className="actions">
            <button
              className="button"
              data-testid="show-toast"
              onClick={() => onToast('The crew has been told.')}
            >
              Tell the crew
            </button>
            <TimedTooltip label="When does it ship?" text="Orders before noon ship on the same day." />
          </div>
        </InfoPanel>
      </div>
    </main>
  );
}
