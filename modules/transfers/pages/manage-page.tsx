import type { ReactElement } from 'react';
import * as z from 'zod';
import { eventHead, loadCatalog, wordsOf } from '#modules/events/index.ts';
import type { Catalog } from '#modules/events/rules/catalog.ts';
import type { Cents } from '#src/kernel/money.ts';
import { Problem, refuse } from '#src/kernel/problem.ts';
import type { Instant } from '#src/kernel/time.ts';
import type { Translator } from '#src/texts/locale.ts';
import { Badge, Card, Empty, Facts, type Tone } from '#src/ui/display.tsx';
import { OpenLink, PostButton, RefusalNote, Saved } from '#src/ui/form.tsx';
import { usePage } from '#src/ui/page.tsx';
import { type Column, Pager, Table } from '#src/ui/table.tsx';
import { choice, end, type FormSpec, flag, formOf, money } from '#src/web/forms/fields.ts';
import { type FormState, saveForm } from '#src/web/forms/save-form.ts';
import { formStatus, SavingForm } from '#src/web/forms/saving-form.tsx';
import { type PageCall, page, type Route } from '#src/web/http.ts';
import { positive } from '#src/web/list/listing.ts';
import { endTransfer } from '../end-transfer.ts';
import { managePath } from '../links.ts';
import { approveTransfer } from '../offer-place.ts';
import { countTransfers, isInLine, type Transfer, transferOf, transfersOfEvent } from '../read-transfers.ts';
import { priceRules, refundRules, type TransferSettings, type TransferState, transferModes } from '../rules/terms.ts';
import { saveSettings, settingsOf } from '../settings.ts';
import { maxFee } from '../shapes.ts';
import { reasonText } from './holder-page.tsx';

const may = 'transfer.manage';
type Call<Name extends string = never> = PageCall<typeof may, 'event' | Name, Catalog>;

async function show(call: Call, message: { state?: FormState; refusal?: string | null } = {}): Promise<Response> {
  const { deps, query, record: catalog } = call;
  const { event } = catalog;
  const i18n = wordsOf(call.i18n, catalog);
  const counts = await countTransfers(deps.read, event.id);
  const all = Object.values(counts).reduce((sum, n) => sum + n, 0);
  const pages = Math.max(1, Math.ceil(all / transfersAPage));
  const at = Math.min(pages, positive(query.get('page')) ?? 1);
  return call.render(
    <div className="stack">
      <ManagePage
        {...{ counts, pages, page: at, i18n, eventId: event.id }}
        settings={await settingsOf(deps.read, event.id)}
        transfers={await transfersOfEvent(deps.read, event.id, transfersAPage, (at - 1) * transfersAPage)}
        state={message.state}
        refusal={message.refusal ?? null}
        done={query.get('done')}
      />
    </div>,
    eventHead(catalog, i18n.t('transfers.title')),
    message.state ? formStatus(message.state) : message.refusal ? 409 : 200,
  );
}

async function save(call: Call): Promise<Response> {
  const { viewer, record: catalog } = call;
  const { event } = catalog;
  const i18n = wordsOf(call.i18n, catalog);
  const saved = await saveForm(
    { ...call, i18n },
    {
      form: settingsForm,
      schema: settingsInput,
      stored: async ({ tx }) => settingsOf(tx, event.id),
      save: async (work, input) => {
        await saveSettings(work, viewer, { eventId: event.id, title: event.title }, input);
        return `${managePath(event.id)}?done=saved`;
      },
    },
  );
  return 'to' in saved ? call.redirect(saved.to) : show(call, { state: saved.state });
}

async function decide(call: Call<'transferId'>, what: 'approved' | 'refused'): Promise<Response> {
  const { deps, params, record: catalog, viewer } = call;
  const { transferId } = params;
  const transfer = await transferOf(deps.read, transferId);
  if (transfer?.eventId !== catalog.event.id) return refuse('NOT_FOUND');
  const editorId = viewer.userId;
  try {
    await deps.write((work) =>
      what === 'approved'
        ? approveTransfer(work, { transferId, editorId })
        : endTransfer(work, { transferId, end: 'refused', editorId }),
    );
  } catch (error) {
    if (!(error instanceof Problem) || !error.code.startsWith('TRANSFER_')) throw error;
    return show(call, { refusal: reasonText(call, error.code, error.details.reason) });
  }
  return call.redirect(`${managePath(catalog.event.id)}?done=${what}`);
}

const base = '/admin/events/{event}/transfers';
const manages = { may, load: loadCatalog } as const;
export const managePages: Route[] = [
  page({ method: 'get', path: base, ...manages }, (call) => show(call)),
  page({ method: 'post', path: base, ...manages }, save),
  page({ method: 'post', path: `${base}/{transferId}/approve`, ...manages }, (call) => decide(call, 'approved')),
  page({ method: 'post', path: `${base}/{transferId}/refuse`, ...manages }, (call) => decide(call, 'refused')),
];

const transfersAPage = 50;

type View = {
  eventId: number;
  settings: TransferSettings;
  counts: Record<TransferState, number>;
  transfers: readonly Transfer[];
  page: number;
  pages: number;
  state: FormState | undefined;
  refusal: string | null;
  done: string | null;
  i18n: Translator;
};

function ManagePage(view: View): ReactElement {
  const { eventId, settings, state, refusal, done, i18n } = view;
  const { t } = i18n;
  return (
    <>
      {done === 'approved' || done === 'refused' ? <Saved>{t(`transfers.manage.${done}`)}</Saved> : null}
      <RefusalNote>{refusal}</RefusalNote>
      <p className="soft">{t('transfers.manage.intro')}</p>
      <Figures {...view} />
      <Offers {...view} />
      <Card title={t('transfers.manage.settings')}>
        <SavingForm
          form={settingsForm}
          record={settings}
          state={state}
          isSaved={done === 'saved'}
          i18n={i18n}
          action={managePath(eventId)}
        />
      </Card>
    </>
  );
}

function Figures({ counts, i18n }: View): ReactElement | null {
  const { t } = i18n;
  const all = Object.values(counts).reduce((sum, n) => sum + n, 0);
  if (all === 0) return null;
  const ended = counts.declined + counts.refused + counts.withdrawn + counts.failed;
  const facts = [
    { label: t('transfers.figure.all'), value: i18n.number(all) },
    {
      label: t('transfers.figure.open'),
      value: i18n.number(counts.asked + counts.waiting + counts.offered + counts.ordered),
    },
    { label: t('transfers.figure.passed'), value: i18n.number(counts.passed) },
    { label: t('transfers.figure.lapsed'), value: i18n.number(counts.lapsed) },
    { label: t('transfers.figure.ended'), value: i18n.number(ended) },
  ];
  return (
    <Card title={t('transfers.manage.figures')}>
      <Facts facts={facts} />
    </Card>
  );
}

const tones: Partial<Record<TransferState, Tone>> = {
  asked: 'wait',
  waiting: 'wait',
  offered: 'accent',
  ordered: 'wait',
  passed: 'good',
};

function Offers({ eventId, transfers, page, pages, settings, i18n }: View): ReactElement {
  const { t } = i18n;
  const { csrfToken } = usePage();
  const base = managePath(eventId);
  const decision: Column<Transfer> = {
    key: 'do',
    title: t('transfers.column.decide'),
    cell: ({ id, state, heldBy }) =>
      state === 'waiting' ? (
        <div className="form-actions">
          <PostButton csrfToken={csrfToken} action={`${base}/${id}/approve`} small>
            {t('transfers.manage.approve')}
            <span className="visually-hidden"> {heldBy}</span>
          </PostButton>
          <PostButton csrfToken={csrfToken} action={`${base}/${id}/refuse`} look="quiet" small>
            {t('transfers.manage.refuse')}
            <span className="visually-hidden"> {heldBy}</span>
          </PostButton>
        </div>
      ) : null,
  };
  const columns: Column<Transfer>[] = [
    {
      key: 'heldBy',
      title: t('transfers.column.heldBy'),
      cell: ({ heldBy }) => heldBy || '–',
      heading: true,
      card: 'start',
    },
    {
      key: 'state',
      title: t('transfers.column.state'),
      cell: (transfer) => (
        <Badge tone={tones[transfer.state] ?? 'neutral'}>
          {t(`transfers.state.${isInLine(transfer) ? 'inLine' : transfer.state}`)}
        </Badge>
      ),
      card: 'end',
    },
    { key: 'at', title: t('transfers.column.at'), cell: ({ createdAt }) => i18n.shortDateTime(createdAt) },
    { key: 'until', title: t('transfers.fact.until'), cell: ({ until }) => i18n.shortDateTime(until) },
    {
      key: 'orders',
      title: t('transfers.column.orders'),
      cell: ({ fromOrderId, newOrderId }) => (
        <>
          <OpenLink href={`/admin/orders/${fromOrderId}`}>{String(fromOrderId)}</OpenLink>
          {newOrderId === null ? null : (
            <>
              {' → '}
              <OpenLink href={`/admin/orders/${newOrderId}`}>{String(newOrderId)}</OpenLink>
            </>
          )}
        </>
      ),
    },
    ...(transfers.some(({ state }) => state === 'waiting') ? [decision] : []),
  ];
  const isOff = settings.mode === 'off';
  return (
    <section className="stack">
      <Table
        caption={t('transfers.manage.offers')}
        columns={columns}
        rows={transfers}
        rowKey={({ id }) => id}
        empty={
          <Empty
            title={t(isOff ? 'transfers.manage.off' : 'transfers.manage.none')}
            text={t(isOff ? 'transfers.manage.offText' : 'transfers.manage.noneText')}
          />
        }
      />
      <Pager page={page} pages={pages} href={(to) => `${base}?page=${to}`} />
    </section>
  );
}

const settingsForm: FormSpec = formOf('transfers', [
  {
    name: 'whether',
    fields: [choice('mode', transferModes), end('until'), flag('lineFirst'), flag('otherCompetitions')],
  },
  {
    name: 'price',
    fields: [choice('refundRule', refundRules), choice('priceRule', priceRules), money('feePrice', true)],
  },
]);
const settingsInput = z.object({
  mode: z.enum(transferModes),
  until: z.custom<Instant>((value) => typeof value === 'number').nullable(),
  lineFirst: z.boolean(),
  otherCompetitions: z.boolean(),
  refundRule: z.enum(refundRules),
  priceRule: z.enum(priceRules),
  feePrice: z
    .int()
    .min(0)
    .max(maxFee)
    .transform((value) => value as Cents),
});
