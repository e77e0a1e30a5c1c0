import type { ReactElement } from 'react';
import { EventTabs, eventHead, managed } from '#modules/events/index.ts';
import type { Catalog } from '#modules/events/rules/catalog.ts';
import type { Instant } from '#src/kernel/time.ts';
import { page } from '#src/platform/http.ts';
import type { Words } from '#src/platform/locale.ts';
import { Badge, Empty } from '#src/ui/display.tsx';
import { ButtonLink } from '#src/ui/form.tsx';
import { type Column, Table } from '#src/ui/table.tsx';
import { type TypeStatistics, voucherStatistics } from '../read-management.ts';
import { givesText, validState, validText } from '../says.ts';
import { codesPath, typePath, typesPath } from './paths.ts';

/** The kinds of vouchers of an event, with how far each has been used. */
export const typesPage = page(
  { method: 'get', path: '/admin/voucher-types/{eventId}', may: 'event.read' },
  async (raw) => {
    const { call, catalog } = await managed(raw);
    const { words } = call;
    const { id } = catalog.event;
    const rows = await voucherStatistics(call.deps.read, id);
    return call.render(
      <div className="stack">
        <EventTabs eventId={id} words={words} />
        {rows.length === 0 ? (
          <Empty title={words.t('vouchers.types.none')} text={words.t('vouchers.types.noneText')} />
        ) : (
          <>
            <TypesTable rows={rows} catalog={catalog} words={words} now={call.now} />
            <p className="small soft">{words.t('vouchers.types.note')}</p>
          </>
        )}
      </div>,
      eventHead(
        catalog,
        words.t('vouchers.types.title'),
        <ButtonLink href={`${typesPath(id)}/new`}>{words.t('vouchers.types.new')}</ButtonLink>,
      ),
    );
  },
);

function TypesTable(props: {
  rows: readonly TypeStatistics[];
  catalog: Catalog;
  words: Words;
  now: Instant;
}): ReactElement {
  const { rows, catalog, words, now } = props;
  const { id: eventId } = catalog.event;
  const figure = (key: 'ready' | 'used' | 'deactivated' | 'orders'): Column<TypeStatistics> => ({
    key,
    title: words.t(`vouchers.types.${key}`),
    align: 'end',
    cell: (row) => <span className="figures">{words.number(row[key])}</span>,
  });
  const columns: Column<TypeStatistics>[] = [
    {
      key: 'name',
      title: words.t('vouchers.types.name'),
      heading: true,
      cell: ({ type }) => <a href={typePath(eventId, type.id)}>{type.name}</a>,
    },
    { key: 'gives', title: words.t('vouchers.types.gives'), cell: ({ type }) => givesText(type, catalog, words) },
    { key: 'use', title: words.t('vouchers.types.use'), cell: ({ type }) => words.t(`vouchers.use.${type.useType}`) },
    {
      key: 'valid',
      title: words.t('vouchers.types.valid'),
      cell: ({ type }) => {
        const state = validState(type, now);
        return (
          <>
            {validText(type, words)}{' '}
            {state ? <Badge tone="wait">{words.t(`vouchers.validState.${state}`)}</Badge> : null}
          </>
        );
      },
    },
    {
      key: 'codes',
      title: words.t('vouchers.types.codes'),
      align: 'end',
      cell: ({ type, codes }) => (
        <a href={codesPath(eventId, type.id)}>{words.t('vouchers.codes.found', { count: codes })}</a>
      ),
    },
    figure('ready'),
    figure('used'),
    figure('deactivated'),
    figure('orders'),
    {
      key: 'discount',
      title: words.t('vouchers.types.discount'),
      align: 'end',
      cell: ({ discountAmount }) => <span className="figures">{words.money(discountAmount)}</span>,
    },
  ];
  return (
    <Table
      caption={words.t('vouchers.types.title')}
      captionHidden
      rows={rows}
      rowKey={({ type }) => type.id}
      empty={words.t('vouchers.types.none')}
      columns={columns}
    />
  );
}
