import type { ReactElement } from 'react';
import { eventHead, loadCatalog, wordsOf } from '#modules/events/index.ts';
import { refuse } from '#src/kernel/problem.ts';
import type { Translator } from '#src/texts/locale.ts';
import { Alert, Badge } from '#src/ui/display.tsx';
import { Table } from '#src/ui/table.tsx';
import { page, type Route } from '#src/web/http.ts';
import { places } from '../rules/places.ts';
import { adds, type ProofSheet, proofSheetOf } from './read-proof.ts';

const optionalPlaces = new Set<(typeof places)[number]>(['voucher', 'article', 'owed']);

/** The proof sheet of an event: where every cent received is now, and whether the sums agree. */
function ProofPage({ sheet, i18n }: { sheet: ProofSheet; i18n: Translator }): ReactElement {
  const rows = places.filter((place) => !optionalPlaces.has(place) || sheet.places[place] !== 0);
  return (
    <div className="stack">
      {adds(sheet) ? (
        <Alert tone="good">{i18n.t('proof.adds')}</Alert>
      ) : (
        <Alert tone="bad" urgent>
          {i18n.t('proof.breaks')}
        </Alert>
      )}
      <p className="soft">{i18n.t('proof.intro')}</p>
      <Table
        caption={i18n.t('proof.places')}
        cards="compact"
        columns={[
          {
            key: 'place',
            title: i18n.t('proof.place'),
            heading: true,
            card: 'start',
            cell: (place) => i18n.t(`proof.place.${place}`),
          },
          {
            key: 'amount',
            title: i18n.t('settlement.column.amount'),
            align: 'end',
            card: 'end',
            cell: (place) => i18n.money(sheet.places[place]),
          },
        ]}
        rows={rows}
        rowKey={(place) => place}
        empty=""
        foot={
          <tr>
            <th scope="row">{i18n.t('proof.received')}</th>
            <td data-align="end">{i18n.money(sheet.received)}</td>
          </tr>
        }
      />
      <Table
        caption={i18n.t('proof.checks')}
        cards="compact"
        columns={[
          {
            key: 'check',
            title: i18n.t('proof.check'),
            heading: true,
            card: 'start',
            cell: ({ check }) => i18n.t(`proof.check.${check}`),
          },
          {
            key: 'result',
            title: i18n.t('proof.result'),
            card: 'end',
            cell: ({ holds }) => (
              <Badge tone={holds ? 'good' : 'bad'}>{i18n.t(holds ? 'proof.holds' : 'proof.fails')}</Badge>
            ),
          },
        ]}
        rows={sheet.checks}
        rowKey={({ check }) => check}
        empty=""
      />
      <p>{i18n.t('proof.tickets', sheet.tickets)}</p>
    </div>
  );
}

export const proofPages: Route[] = [
  page({ method: 'get', path: '/admin/events/{event}/proof', may: 'event.money', load: loadCatalog }, async (call) => {
    const catalog = call.record;
    const i18n = wordsOf(call.i18n, catalog);
    const sheet = (await proofSheetOf(call.deps, catalog.event.id)) ?? refuse('NOT_FOUND');
    return call.render(<ProofPage sheet={sheet} i18n={i18n} />, eventHead(catalog, i18n.t('proof.title')));
  }),
];
