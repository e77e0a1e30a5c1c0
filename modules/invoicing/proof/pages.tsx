import type { ReactElement } from 'react';
import { eventHead, loadCatalog, wordsOf } from '#modules/events/index.ts';
import { refuse } from '#src/kernel/problem.ts';
import type { Translator } from '#src/texts/locale.ts';
import { Alert, Badge } from '#src/ui/display.tsx';
import { Table } from '#src/ui/table.tsx';
import { page, type Route } from '#src/web/http.ts';
import { places } from '../rules/places.ts';
import { adds, type ProofSheet, proofSheetOf } from './read-proof.ts';

/** Stand there only where there is something. */
const rare = new Set<(typeof places)[number]>(['voucher', 'article', 'owed']);

function ProofPage({ sheet, words }: { sheet: ProofSheet; words: Translator }): ReactElement {
  const rows = places.filter((place) => !rare.has(place) || sheet.places[place] !== 0);
  return (
    <div className="stack">
      {adds(sheet) ? (
        <Alert tone="good">{words.t('proof.adds')}</Alert>
      ) : (
        <Alert tone="bad" urgent>
          {words.t('proof.breaks')}
        </Alert>
      )}
      <p className="soft">{words.t('proof.intro')}</p>
      <Table
        caption={words.t('proof.places')}
        cards="compact"
        columns={[
          {
            key: 'place',
            title: words.t('proof.place'),
            heading: true,
            card: 'start',
            cell: (place) => words.t(`proof.place.${place}`),
          },
          {
            key: 'amount',
            title: words.t('settlement.column.amount'),
            align: 'end',
            card: 'end',
            cell: (place) => words.money(sheet.places[place]),
          },
        ]}
        rows={rows}
        rowKey={(place) => place}
        empty=""
        foot={
          <tr>
            <th scope="row">{words.t('proof.received')}</th>
            <td data-align="end">{words.money(sheet.received)}</td>
          </tr>
        }
      />
      <Table
        caption={words.t('proof.checks')}
        cards="compact"
        columns={[
          {
            key: 'check',
            title: words.t('proof.check'),
            heading: true,
            card: 'start',
            cell: ({ check }) => words.t(`proof.check.${check}`),
          },
          {
            key: 'result',
            title: words.t('proof.result'),
            card: 'end',
            cell: ({ holds }) => (
              <Badge tone={holds ? 'good' : 'bad'}>{words.t(holds ? 'proof.holds' : 'proof.fails')}</Badge>
            ),
          },
        ]}
        rows={sheet.checks}
        rowKey={({ check }) => check}
        empty=""
      />
      <p>{words.t('proof.tickets', sheet.tickets)}</p>
    </div>
  );
}

export const proofPages: Route[] = [
  page({ method: 'get', path: '/admin/events/{event}/proof', may: 'event.money', load: loadCatalog }, async (call) => {
    const catalog = call.record;
    const words = wordsOf(call.words, catalog);
    const sheet = (await proofSheetOf(call.deps, catalog.event.id)) ?? refuse('NOT_FOUND');
    return call.render(<ProofPage sheet={sheet} words={words} />, eventHead(catalog, words.t('proof.title')));
  }),
];
