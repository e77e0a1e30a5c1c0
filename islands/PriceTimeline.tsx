import { type ReactElement, useEffect, useState } from 'react';
import type { CatalogPrice } from '#modules/events/rules/catalog.ts';
import { type Speech, sentenceOf } from '#modules/events/rules/price-texts.ts';
import { priceTimeline } from '#modules/events/rules/price-timeline.ts';
import { inPriceOrder, priceWarnings, type Selling } from '#modules/events/rules/price-windows.ts';
import type { Instant } from '#src/kernel/time.ts';
import { Alert } from '#src/ui/display.tsx';
import { Timeline } from '#src/ui/timeline.tsx';
import { type PriceDraft, withInput } from './prices/price-input.ts';

export type PriceTimelineProps = {
  selling: Selling;
  /** From the server, so that both sides render the same. */
  now: Instant;
  speech: Speech;
  /** The price whose form it follows, by `action`; 0 is a new one. Without it nothing updates. */
  follows?: { action: string; priceId: number };
};

const inputNames = ['price', 'quantity', 'availableFrom', 'availableTo', 'priceOrder', 'onlyBuyableWithVoucher'];

/** Time line of a price list with warnings; follows the input of a price's form. */
export default function PriceTimeline({ selling, now, speech, follows }: PriceTimelineProps): ReactElement {
  const [prices, setPrices] = useState<readonly CatalogPrice[]>(selling.prices);
  const { action, priceId } = follows ?? {};
  useEffect(() => {
    const form = [...document.forms].find((each) => each.getAttribute('action') === action);
    if (!form || priceId === undefined) return;
    const read = () => {
      const fields = new FormData(form);
      const input = Object.fromEntries(inputNames.map((name) => [name, String(fields.get(name) ?? '')])) as PriceDraft;
      setPrices(withInput(selling.prices, priceId, input, speech));
    };
    read();
    form.addEventListener('input', read);
    return () => form.removeEventListener('input', read);
  }, [action, priceId, selling, speech]);

  const { texts } = speech;
  const updated: Selling = { ...selling, prices: inPriceOrder(prices) };
  const drawn = priceTimeline(updated, now, speech);
  const warnings = priceWarnings(updated, now).map((warning) => sentenceOf(warning, updated.prices, speech));
  return (
    <div className="price-picture">
      {drawn.rows.length > 0 ? <Timeline id="price-line" {...drawn} /> : null}
      {follows ? (
        <ul className="visually-hidden">
          {drawn.rows.map(({ key, said: sentence }) => (
            <li key={key}>{sentence}</li>
          ))}
        </ul>
      ) : null}
      {warnings.length > 0 ? (
        <Alert tone="wait" title={texts.warningsTitle}>
          <ul className="price-warnings">
            {warnings.map((warning) => (
              <li key={warning}>{warning}</li>
            ))}
          </ul>
        </Alert>
      ) : (
        <Alert tone="good">{texts.noWarnings}</Alert>
      )}
    </div>
  );
}
