import type { ReactElement } from 'react';
import { EventTabs } from '#modules/events/index.ts';
import type { Words } from '#src/platform/locale.ts';
import { Alert, Badge } from '#src/ui/display.tsx';
import { NumberField, SelectField, TextField } from '#src/ui/field.tsx';
import { Button, CsrfField, Form, type FormErrors } from '#src/ui/form.tsx';
import { Grid } from '#src/ui/grid.tsx';
import { Pager } from '#src/ui/table.tsx';
import { type CodeRow, listCodes } from '../read-management.ts';
import { longestCode, mostCodesAtOnce } from '../rules/codes.ts';
import { type VoucherStatus, voucherStatuses } from '../rules/voucher.ts';
import { givesText, validState, validText } from '../says.ts';
import { type CodesFilter, codesFilter, codesHref, codesOnAPage, codesQuery } from './codes-filter.ts';
import type { ManagedType } from './managed-type.ts';
import { codesPath } from './paths.ts';
import { typeHead } from './type-head.tsx';

export const tones = { ready: 'good', used: 'neutral', deactivated: 'bad' } as const satisfies Record<
  VoucherStatus,
  string
>;
const chosenForm = 'chosen-codes';
/** Of a code that very many orders have, the list names the first. */
const mostOrders = 3;

/** What was typed into a form of this page that was refused, and why. */
export type CodesState = { typed: Readonly<Record<string, string>>; errors: FormErrors };

/** The codes of one kind: found, made, switched off and on. */
export async function showCodes(at: ManagedType, state?: CodesState): Promise<Response> {
  const { call, catalog, type } = at;
  const { deps, words, query, viewer, now } = call;
  const { id: eventId } = catalog.event;
  const path = codesPath(eventId, type.id);
  const filter = codesFilter(query);
  const { count, rows } = await listCodes(
    deps.read,
    type.id,
    codesQuery(filter, (filter.page - 1) * codesOnAPage, codesOnAPage),
  );
  const pages = Math.max(1, Math.ceil(count / codesOnAPage));
  // Fewer codes than when the address was kept: their last page, not an empty one.
  if (filter.page > pages) return call.redirect(codesHref(path, { ...filter, page: pages }));
  const hasCodes = count > 0 || filter.q !== '' || filter.status !== '';
  const invalid = validState(type, now);
  const done = doneText(query, words);
  return call.render(
    <div className="stack voucher-codes">
      <EventTabs eventId={eventId} words={words} />
      {done ? (
        <Alert tone={done.tone} focused>
          {done.text}
        </Alert>
      ) : null}
      <p>
        {givesText(type, catalog, words)} · {words.t(`vouchers.use.${type.useType}`)} · {validText(type, words)}{' '}
        {invalid ? <Badge tone="wait">{words.t(`vouchers.validState.${invalid}`)}</Badge> : null}
      </p>
      <div className="voucher-makers">
        <Form action={`${path}/generate`} csrfToken={viewer.csrfToken} className="card form">
          <h2>{words.t('vouchers.codes.generate')}</h2>
          <NumberField
            name="count"
            label={words.t('vouchers.codes.count')}
            hint={words.t('vouchers.codes.countHint', { most: words.number(mostCodesAtOnce) })}
            maxLength={6}
            required
            defaultValue={state?.typed.count ?? ''}
            error={state?.errors.count ?? null}
          />
          <Button>{words.t('vouchers.codes.generateNow')}</Button>
        </Form>
        <Form action={`${path}/create`} csrfToken={viewer.csrfToken} className="card form">
          <h2>{words.t('vouchers.codes.create')}</h2>
          <TextField
            name="code"
            label={words.t('vouchers.codes.code')}
            hint={words.t('vouchers.codes.givenHint')}
            maxLength={longestCode * 2}
            autoComplete="off"
            spellCheck={false}
            required
            defaultValue={state?.typed.code ?? ''}
            error={state?.errors.code ?? null}
          />
          <Button look="quiet">{words.t('vouchers.codes.createNow')}</Button>
        </Form>
      </div>
      <h2>{words.t('vouchers.codes.list')}</h2>
      <Filter filter={filter} path={path} words={words} />
      <div className="stack">
        <Codes rows={rows} count={count} filter={filter} path={path} words={words} />
        <Pager page={filter.page} pages={pages} href={(page) => codesHref(path, { ...filter, page })} />
        {hasCodes ? (
          <form id={chosenForm} method="post" action={`${path}/turn`} className="code-actions">
            <CsrfField token={viewer.csrfToken} />
            <span className="small">{words.t('vouchers.codes.selected')}</span>
            <Button look="quiet" small name="turn" value="deactivate">
              {words.t('vouchers.codes.deactivateSelected')}
            </Button>
            <Button look="quiet" small name="turn" value="activate">
              {words.t('vouchers.codes.activateSelected')}
            </Button>
          </form>
        ) : null}
      </div>
      {hasCodes ? (
        <p>
          <a href={`${path}/deactivate-all`}>{words.t('vouchers.codes.deactivateAll')}</a>
        </p>
      ) : null}
    </div>,
    typeHead(catalog, type, 'codes', words.t('vouchers.codes.title', { name: type.name }), words),
    state ? 400 : 200,
  );
}

const dones = ['generated', 'deactivated', 'activated'] as const;

/** What a form of this page did, as its address says. */
function doneText(query: URLSearchParams, words: Words): { text: string; tone: 'good' | 'wait' } | null {
  const done = query.get('done');
  const count = /^\d{1,7}$/.test(query.get('count') ?? '') ? Number(query.get('count')) : 0;
  if (done === 'none') return { text: words.t('vouchers.codes.nothingSelected'), tone: 'wait' };
  if (done === 'type') return { text: words.t('vouchers.codes.done.type'), tone: 'good' };
  if (done === 'created') return { text: words.t('vouchers.codes.done.created'), tone: 'good' };
  const counted = dones.find((each) => each === done);
  return counted
    ? { text: words.t(`vouchers.codes.done.${counted}`, { count }), tone: count > 0 ? 'good' : 'wait' }
    : null;
}

function Filter({ filter, path, words }: { filter: CodesFilter; path: string; words: Words }): ReactElement {
  return (
    <Form
      method="get"
      action={path}
      csrfToken={null}
      className="filter"
      role="search"
      aria-label={words.t('vouchers.codes.list')}
      data-grid-filter=""
    >
      <TextField
        name="q"
        type="search"
        label={words.t('vouchers.codes.search')}
        defaultValue={filter.q}
        maxLength={100}
      />
      <SelectField
        name="status"
        label={words.t('vouchers.codes.status')}
        placeholder={words.t('vouchers.codes.anyStatus')}
        defaultValue={filter.status}
        options={voucherStatuses.map((value) => ({ value, label: words.t(`vouchers.status.${value}`) }))}
      />
      <Button look="quiet">{words.t('ui.form.search')}</Button>
      <Button look="quiet" formAction={`${path}/export`}>
        {words.t('vouchers.codes.export')}
      </Button>
    </Form>
  );
}

function Codes(props: {
  rows: readonly CodeRow[];
  count: number;
  filter: CodesFilter;
  path: string;
  words: Words;
}): ReactElement {
  const { rows, count, filter, path, words } = props;
  const isFiltered = filter.q !== '' || filter.status !== '';
  return (
    <Grid
      name="voucher-codes"
      caption={words.t('vouchers.codes.list')}
      status={words.t('vouchers.codes.found', { count })}
      rows={rows}
      rowKey={({ id }) => id}
      sort={filter.sort}
      sortHref={(sort) => codesHref(path, { ...filter, sort, page: 1 })}
      empty={words.t(isFiltered ? 'vouchers.codes.noMatch' : 'vouchers.codes.none')}
      columns={[
        {
          key: 'chosen',
          title: words.t('vouchers.codes.select'),
          cell: ({ code }) => (
            <label className="code-choice">
              <input type="checkbox" form={chosenForm} name="code" value={code} />
              <span className="visually-hidden">{words.t('vouchers.codes.selectOne', { code })}</span>
            </label>
          ),
        },
        {
          key: 'code',
          title: words.t('vouchers.codes.code'),
          heading: true,
          sortable: true,
          cell: ({ code }) => <span className="voucher-code">{code}</span>,
        },
        {
          key: 'status',
          title: words.t('vouchers.codes.status'),
          sortable: true,
          cell: ({ status }) => <Badge tone={tones[status]}>{words.t(`vouchers.status.${status}`)}</Badge>,
        },
        { key: 'usedIn', title: words.t('vouchers.codes.usedIn'), cell: (row) => <UsedIn row={row} words={words} /> },
        {
          key: 'discount',
          title: words.t('vouchers.codes.discount'),
          align: 'end',
          cell: ({ orderIds, discountAmount }) =>
            orderIds.length > 0 ? <span className="figures">{words.money(discountAmount)}</span> : '–',
        },
        {
          key: 'createdAt',
          title: words.t('vouchers.codes.createdAt'),
          sortable: true,
          cell: ({ createdAt }) => words.shortDate(createdAt),
        },
      ]}
    />
  );
}

/** The live orders that have a code, the way to each. */
export function UsedIn({ row, words }: { row: CodeRow; words: Words }): ReactElement {
  const { orderIds } = row;
  if (orderIds.length === 0) return <>–</>;
  const more = orderIds.length - mostOrders;
  return (
    <span className="used-in">
      {orderIds.slice(0, mostOrders).map((orderId) => (
        <a key={orderId} href={`/admin/orders/${orderId}`}>
          {words.t('vouchers.codes.order', { orderNumber: String(orderId) })}
        </a>
      ))}
      {more > 0 ? <span>{words.t('vouchers.codes.more', { count: more })}</span> : null}
    </span>
  );
}
