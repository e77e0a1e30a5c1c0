import type { ReactElement } from 'react';
import type { Translator } from '#src/texts/locale.ts';
import { Badge, Card, Empty, Facts, type Tone } from '#src/ui/display.tsx';
import { OpenLink, PostButton, RefusalNote, Saved } from '#src/ui/form.tsx';
import { usePage } from '#src/ui/page.tsx';
import { type Column, Pager, Table } from '#src/ui/table.tsx';
import type { FormState } from '#src/web/forms/save-form.ts';
import { SavingForm } from '#src/web/forms/saving-form.tsx';
import { managePath } from '../links.ts';
import { isInLine, type Transfer } from '../read-transfers.ts';
import type { TransferSettings, TransferState } from '../rules/terms.ts';
import { settingsForm } from './forms.ts';

export const transfersAPage = 50;

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

export function ManagePage(view: View): ReactElement {
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
