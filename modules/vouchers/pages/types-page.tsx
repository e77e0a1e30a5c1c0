import type { ReactElement } from 'react';
import { changesEvent, eventHead, managed } from '#modules/events/index.ts';
import type { Catalog } from '#modules/events/rules/catalog.ts';
import type { Reader } from '#src/data/database.ts';
import type { Instant } from '#src/kernel/time.ts';
import type { Translator } from '#src/texts/locale.ts';
import { Badge, Empty } from '#src/ui/display.tsx';
import { TextField } from '#src/ui/field.tsx';
import { Button, ButtonLink, Form } from '#src/ui/form.tsx';
import { type Column, Table } from '#src/ui/table.tsx';
import { page } from '#src/web/http.ts';
import { type CodeRow, listCodes, type TypeStatistics, voucherStatistics } from '../read-management.ts';
import { givesText, validState, validText } from '../voucher-texts.ts';
import { tones, UsedIn } from './codes-listing.tsx';
import { codesPath, typePath, typesPath } from './type-head.tsx';

export const typesPage = page({ method: 'get', path: '/admin/voucher-types/{event}', ...changesEvent }, async (raw) => {
  const { call, catalog } = managed(raw);
  const { i18n } = call;
  const { id } = catalog.event;
  const q = (call.query.get('code') ?? '').slice(0, 100).trim();
  const rows = await voucherStatistics(call.deps.read, id);
  return call.render(
    <div className="stack">
      {rows.length === 0 ? (
        <Empty title={i18n.t('vouchers.types.none')} text={i18n.t('vouchers.types.noneText')} />
      ) : (
        <>
          <CodeSearch eventId={id} q={q} i18n={i18n} />
          {q ? (
            <FoundCodes eventId={id} found={await findCodes(call.deps.read, id, q)} i18n={i18n} now={call.now} />
          ) : null}
          <TypesTable rows={rows} catalog={catalog} i18n={i18n} now={call.now} />
          <p className="small soft">{i18n.t('vouchers.types.note')}</p>
        </>
      )}
    </div>,
    eventHead(
      catalog,
      i18n.t('vouchers.types.title'),
      <ButtonLink href={`${typesPath(id)}/new`}>{i18n.t('vouchers.types.new')}</ButtonLink>,
    ),
  );
});

const statuses = ['ready', 'used', 'deactivated'] as const;

function TypesTable(props: {
  rows: readonly TypeStatistics[];
  catalog: Catalog;
  i18n: Translator;
  now: Instant;
}): ReactElement {
  const { rows, catalog, i18n, now } = props;
  const { id: eventId } = catalog.event;
  const columns: Column<TypeStatistics>[] = [
    {
      key: 'name',
      title: i18n.t('vouchers.types.name'),
      heading: true,
      cell: ({ type }) => (
        <>
          <a href={typePath(eventId, type.id)}>{type.name}</a>{' '}
          {type.paidByPlatform ? <Badge>{i18n.t('vouchers.paidByPlatform')}</Badge> : null}
        </>
      ),
    },
    {
      key: 'gives',
      title: i18n.t('vouchers.types.gives'),
      cell: ({ type }) => (
        <span className="told">
          {givesText(type, catalog, i18n)}
          <small className="soft">{i18n.t(`vouchers.use.${type.useType}`)}</small>
        </span>
      ),
    },
    {
      key: 'valid',
      title: i18n.t('vouchers.types.valid'),
      cell: ({ type }) => {
        const state = validState(type, now);
        return (
          <>
            {validText(type, i18n)} {state ? <Badge tone="wait">{i18n.t(`vouchers.validState.${state}`)}</Badge> : null}
          </>
        );
      },
    },
    {
      key: 'codes',
      title: i18n.t('vouchers.types.codes'),
      cell: ({ type, ...counts }) => (
        <span className="told">
          <a href={codesPath(eventId, type.id)}>
            {counts.codes > 0
              ? i18n.t('vouchers.codes.found', { count: counts.codes })
              : i18n.t('vouchers.types.noCodes')}
          </a>
          {statuses.map((status) =>
            counts[status] > 0 ? (
              <small key={status} className="soft">
                {i18n.t(`vouchers.count.${status}`, { count: i18n.number(counts[status]) })}
              </small>
            ) : null,
          )}
        </span>
      ),
    },
    {
      key: 'orders',
      title: i18n.t('vouchers.types.orders'),
      align: 'end',
      cell: ({ orders }) => <span className="figures">{i18n.number(orders)}</span>,
    },
    {
      key: 'discount',
      title: i18n.t('vouchers.types.discount'),
      align: 'end',
      cell: ({ discountAmount }) => <span className="figures">{i18n.money(discountAmount)}</span>,
    },
  ];
  return (
    <Table
      caption={i18n.t('vouchers.types.title')}
      captionHidden
      rows={rows}
      rowKey={({ type }) => type.id}
      empty={i18n.t('vouchers.types.none')}
      columns={columns}
    />
  );
}

/** More results are found in the list of the type. */
const maxResults = 20;

type Found = { count: number; rows: CodeRow[] };

const findCodes = (reader: Reader, eventId: number, q: string): Promise<Found> =>
  listCodes(
    reader,
    { eventId },
    { offset: 0, limit: maxResults, order: '[{"field":"code","dir":"asc"}]', filter: '[]', q },
  );

function CodeSearch({ eventId, q, i18n }: { eventId: number; q: string; i18n: Translator }): ReactElement {
  return (
    <Form
      method="get"
      action={typesPath(eventId)}
      csrfToken={null}
      className="filter code-search"
      role="search"
      aria-label={i18n.t('vouchers.find.label')}
    >
      <TextField
        name="code"
        type="search"
        label={i18n.t('vouchers.find.label')}
        defaultValue={q}
        maxLength={100}
        autoComplete="off"
        spellCheck={false}
      />
      <Button look="quiet">{i18n.t('ui.form.search')}</Button>
    </Form>
  );
}

function FoundCodes(props: { eventId: number; found: Found; i18n: Translator; now: Instant }): ReactElement {
  const { eventId, found, i18n, now } = props;
  const { count, rows } = found;
  const codesOfKind = ({ voucherTypeId, code }: CodeRow) =>
    `${codesPath(eventId, voucherTypeId)}?${new URLSearchParams({ q: code })}`;
  return (
    <div className="stack-s">
      <Table
        caption={
          count > rows.length
            ? i18n.t('vouchers.find.first', { count: i18n.number(rows.length), all: i18n.number(count) })
            : i18n.t('vouchers.codes.found', { count })
        }
        rows={rows}
        rowKey={({ id }) => id}
        empty={i18n.t('vouchers.codes.noMatch')}
        columns={[
          {
            key: 'code',
            title: i18n.t('vouchers.codes.code'),
            heading: true,
            cell: (row) => (
              <a className="voucher-code" href={codesOfKind(row)}>
                {row.code}
              </a>
            ),
          },
          {
            key: 'kind',
            title: i18n.t('vouchers.types.name'),
            cell: ({ voucherTypeId, name }) => <a href={typePath(eventId, voucherTypeId)}>{name}</a>,
          },
          {
            key: 'status',
            title: i18n.t('vouchers.codes.status'),
            cell: (row) => {
              const state = validState(row, now);
              return (
                <>
                  <Badge tone={tones[row.status]}>{i18n.t(`vouchers.status.${row.status}`)}</Badge>{' '}
                  {state ? <Badge tone="wait">{i18n.t(`vouchers.validState.${state}`)}</Badge> : null}
                </>
              );
            },
          },
          { key: 'usedIn', title: i18n.t('vouchers.codes.usedIn'), cell: (row) => <UsedIn row={row} i18n={i18n} /> },
        ]}
      />
    </div>
  );
}
