/** Importing this module defines all custom elements of the shop. */
import './broken-card.ts';
import './checkout-dialog.ts';
import './info-panel.ts';
import './order-list.ts';
import './order-row.ts';
import './price-tag.ts';
import './product-card.ts';
import './product-grid.ts';
import './shop-page.ts';
import './timed-tooltip.ts';
import './toast-message.ts';
