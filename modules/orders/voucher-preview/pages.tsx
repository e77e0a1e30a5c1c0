import type { ReactElement } from 'react';
import { changesEvent } from '#modules/events/index.ts';
import type { Catalog } from '#modules/events/rules/catalog.ts';
import { givesText, managedType, previewPath, typeHead } from '#modules/vouchers/index.ts';
import { type Cents, toPercent } from '#src/kernel/money.ts';
import type { Problem } from '#src/kernel/problem.ts';
import type { Translator } from '#src/texts/locale.ts';
import { SummaryLines } from '#src/ui/booking.tsx';
import { Alert } from '#src/ui/display.tsx';
import { MoneyField, NumberField } from '#src/ui/field.tsx';
import { Button, Form } from '#src/ui/form.tsx';
import { readCents } from '#src/ui/format.ts';
import { Table } from '#src/ui/table.tsx';
import { page } from '#src/web/http.ts';
import { itemNames } from '../order/order-lines.tsx';
import { taxesOf } from '../rules/order-item.ts';
import { type LivePrice, type Quote, summaryLines } from '../rules/pricing.ts';
import {
  basketOf,
  chargedOf,
  compared,
  maxPieces,
  maxStarters,
  type Person,
  piecesName,
  type Reversed,
  reversed,
  type Sample,
  sampleIn,
  startersName,
} from './sample.ts';

/** Stands in this module because pricing is here. */
export const voucherPreviewPages = [
  page({ method: 'get', path: '/admin/vouchers/{event}/{voucherTypeId}/preview', ...changesEvent }, async (raw) => {
    const { call, catalog, type } = await managedType(raw);
    const { i18n, query, now } = call;
    const { id: eventId } = catalog.event;
    const sample = sampleIn(query, catalog, type);
    const { basket, people, homeless } = basketOf(sample, catalog);
    const code = i18n.t('vouchers.preview.code');
    return call.render(
      <VoucherPreview
        path={previewPath(eventId, type.id)}
        catalog={catalog}
        i18n={i18n}
        gives={givesText(type, catalog, i18n)}
        percentage={type.unit === 'percentage' ? type.amount : null}
        sample={sample}
        people={people}
        homeless={homeless}
        price={compared(catalog, basket, type, code, now)}
        reverse={reverseIn(query, type.amount, i18n)}
      />,
      typeHead(catalog, type, 'preview', i18n.t('vouchers.preview.title', { name: type.name }), i18n),
    );
  }),
];

function reverseIn(query: URLSearchParams, points: number, i18n: Translator): PreviewProps['reverse'] {
  const input = (query.get('reduced') ?? '').slice(0, 12);
  if (input.trim() === '') return { input: input, error: null, found: null };
  const wished = readCents(input, i18n.locale);
  if (wished === null) return { input: input, error: i18n.t('vouchers.error.cents'), found: null };
  const found = reversed(Math.min(wished, 10_000_000), points);
  return 'problem' in found
    ? { input: input, error: i18n.t(`vouchers.reverse.${found.problem}`), found: null }
    : { input: input, error: null, found };
}

export type PreviewProps = {
  path: string;
  catalog: Catalog;
  i18n: Translator;
  gives: string;
  /** Basis points; null: not a percentage. */
  percentage: number | null;
  sample: Sample;
  people: readonly Person[];
  homeless: readonly string[];
  price: { before: LivePrice; after: LivePrice };
  reverse: { input: string; error: string | null; found: Extract<Reversed, { price: unknown }> | null };
};

export function VoucherPreview(props: PreviewProps): ReactElement {
  const { i18n, gives, people, homeless, price, percentage } = props;
  return (
    <div className="stack voucher-preview">
      <p>{i18n.t('vouchers.preview.intro', { gives })}</p>
      <SampleForm {...props} />
      {homeless.length > 0 ? (
        <Alert tone="wait">{i18n.t('vouchers.preview.homeless', { names: homeless.join(', ') })}</Alert>
      ) : null}
      {people.length === 0 ? (
        <p>{i18n.t('vouchers.preview.empty')}</p>
      ) : (
        <>
          <div className="preview-sides">
            <Side title={i18n.t('vouchers.preview.before')} price={price.before} i18n={i18n} />
            <Side title={i18n.t('vouchers.preview.after')} price={price.after} i18n={i18n} />
          </div>
          {price.after.quote ? (
            <People people={people} before={price.before.quote} after={price.after.quote} i18n={i18n} />
          ) : null}
        </>
      )}
      {percentage === null ? null : <Reverse {...props} percentage={percentage} />}
    </div>
  );
}

function SampleForm({ path, catalog, i18n, sample, reverse }: PreviewProps): ReactElement {
  const { competitions, articles } = catalog;
  const countInput = (name: string, count: number | undefined) => {
    const wrong = sample.problem.get(name);
    return wrong
      ? { defaultValue: wrong.input, error: i18n.t('vouchers.preview.wrongCount', { most: wrong.most }) }
      : { defaultValue: count || '' };
  };
  return (
    <Form method="get" action={path} csrfToken={null} className="form card">
      <fieldset className="form-group">
        <legend>{i18n.t('vouchers.preview.starters')}</legend>
        <div className="preview-fields">
          {competitions.map((competition) => (
            <NumberField
              key={competition.id}
              name={startersName(competition.id)}
              label={
                competition.type === 'team'
                  ? i18n.t('vouchers.preview.members', { name: competition.title })
                  : competition.title
              }
              maxLength={4}
              {...countInput(startersName(competition.id), sample.starters.get(competition.id))}
            />
          ))}
        </div>
      </fieldset>
      {articles.some(({ variants }) => variants.length > 0) ? (
        <fieldset className="form-group">
          <legend>{i18n.t('vouchers.preview.pieces')}</legend>
          <div className="preview-fields">
            {articles.flatMap((article) =>
              article.variants.map((variant) => (
                <NumberField
                  key={variant.id}
                  name={piecesName(variant.id)}
                  label={variant.name ? `${article.name}, ${variant.name}` : article.name}
                  maxLength={4}
                  {...countInput(piecesName(variant.id), sample.pieces.get(variant.id))}
                />
              )),
            )}
          </div>
        </fieldset>
      ) : null}
      <p className="field-hint">{i18n.t('vouchers.preview.limits', { starters: maxStarters, pieces: maxPieces })}</p>
      {reverse.input ? <input type="hidden" name="reduced" value={reverse.input} /> : null}
      <Button>{i18n.t('vouchers.preview.calculate')}</Button>
    </Form>
  );
}

/** Reason for a missing price; prices for voucher holders have their own text. */
function reasonOf({ code, details }: Problem, i18n: Translator): string {
  if (details.reason === 'onlyBuyableWithVoucher') return i18n.t('vouchers.preview.onlyWithVoucher');
  const key = `problem.${code}`;
  return i18n.t(i18n.has(key) ? key : 'problem.UNKNOWN');
}

function Side({ title, price, i18n }: { title: string; price: LivePrice; i18n: Translator }): ReactElement {
  const { quote, problem } = price;
  return (
    <section className="card stack-s">
      <h2>{title}</h2>
      {problem ? (
        <p>{i18n.t('vouchers.preview.refused', { reason: reasonOf(problem, i18n) })}</p>
      ) : (
        <>
          <SummaryLines lines={summaryLines(quote, itemNames(i18n), i18n.money)} />
          <div className="summary-total">
            <span>{i18n.t('vouchers.preview.total')}</span>
            <output>{i18n.money(quote.totalPrice)}</output>
          </div>
          <ul className="small soft preview-tax">
            {taxesOf(quote.orderItems).map(({ rate, gross, tax }) => (
              <li key={rate}>
                {i18n.t('vouchers.preview.tax', {
                  percent: i18n.number(toPercent(rate)),
                  tax: i18n.money(tax),
                  gross: i18n.money(gross),
                })}
              </li>
            ))}
          </ul>
        </>
      )}
    </section>
  );
}

function People(props: {
  people: readonly Person[];
  before: Quote | null;
  after: Quote;
  i18n: Translator;
}): ReactElement {
  const { people, before, after, i18n } = props;
  const amount = (cents: Cents) => <span className="figures">{i18n.money(cents)}</span>;
  const was = (localId: string, what: 'ticket' | 'articles') => (before ? chargedOf(before, localId)[what] : null);
  const change = (localId: string, what: 'ticket' | 'articles') => {
    const now = chargedOf(after, localId)[what];
    const old = was(localId, what);
    return old === null || old === now ? (
      amount(now)
    ) : (
      <>
        <del>
          <span className="visually-hidden">{i18n.t('events.history.before')} </span>
          {amount(old)}
        </del>{' '}
        {amount(now)}
      </>
    );
  };
  return (
    <Table
      caption={i18n.t('vouchers.preview.people')}
      rows={people}
      rowKey={({ localId }) => localId}
      empty=""
      columns={[
        {
          key: 'person',
          title: i18n.t('vouchers.preview.person'),
          heading: true,
          cell: ({ localId, competition }) =>
            i18n.t('vouchers.preview.personIn', { number: localId.slice(1), name: competition.title }),
        },
        {
          key: 'ticket',
          title: i18n.t('vouchers.preview.ticket'),
          align: 'end',
          cell: ({ localId }) => change(localId, 'ticket'),
        },
        {
          key: 'articles',
          title: i18n.t('vouchers.preview.articles'),
          align: 'end',
          cell: ({ localId }) => change(localId, 'articles'),
        },
      ]}
    />
  );
}

/** The price to set so that a percentage leads to the wanted one. */
function Reverse(props: PreviewProps & { percentage: number }): ReactElement {
  const { path, i18n, reverse, sample, percentage } = props;
  const percent = i18n.number(percentage / 100);
  const preserved = [
    ...[...sample.starters].map(([id, count]) => [startersName(id), count] as const),
    ...[...sample.pieces].map(([id, count]) => [piecesName(id), count] as const),
  ].filter(([, count]) => count > 0);
  return (
    <Form method="get" action={path} csrfToken={null} className="form card" id="reverse">
      <h2>{i18n.t('vouchers.reverse.title')}</h2>
      <p>{i18n.t('vouchers.reverse.intro', { percent })}</p>
      {preserved.map(([name, count]) => (
        <input key={name} type="hidden" name={name} value={count} />
      ))}
      <MoneyField
        name="reduced"
        label={i18n.t('vouchers.reverse.wished')}
        maxLength={12}
        defaultValue={reverse.input}
        error={reverse.error}
      />
      <Button look="quiet">{i18n.t('vouchers.preview.calculate')}</Button>
      {reverse.found ? (
        <p role="status">
          {i18n.t('vouchers.reverse.found', {
            price: i18n.money(reverse.found.price),
            percent,
            reduced: i18n.money(reverse.found.reduced),
          })}
        </p>
      ) : null}
    </Form>
  );
}
