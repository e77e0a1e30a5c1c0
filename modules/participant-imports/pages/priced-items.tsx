import type { ReactElement } from 'react';
import { OrderLines } from '#modules/orders/index.ts';
import type { Translator } from '#src/texts/locale.ts';
import type { ParticipantImport } from '../schema.ts';

/** What the new people of a list cost, line by line; nothing where no price is known. */
export function PricedItems({ record, i18n }: { record: ParticipantImport; i18n: Translator }): ReactElement | null {
  const { items, total } = record;
  if (total === null) return null;
  return (
    <>
      <OrderLines items={items} total={total} i18n={i18n} />
      {items.some(({ kind }) => kind === 'sc') ? (
        <p className="soft">{i18n.t('participantImports.book.shipping')}</p>
      ) : null}
    </>
  );
}
