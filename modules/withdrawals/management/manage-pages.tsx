import type { ReactElement } from 'react';
import { userById } from '#modules/accounts/index.ts';
import { loadManagedEvents } from '#modules/events/index.ts';
import { cardOfId, cardPath } from '#modules/gift-cards/index.ts';
import { type OrderRecord, orderOf, orderTranslator } from '#modules/orders/index.ts';
import { idsOf, organizersFor } from '#src/access/permissions.ts';
import type { Translator } from '#src/texts/locale.ts';
import { Alert, Badge, Card, Facts } from '#src/ui/display.tsx';
import { SelectField, TextArea } from '#src/ui/field.tsx';
import { Button, Form, OpenLink, Saved } from '#src/ui/form.tsx';
import { useOpens } from '#src/ui/page.tsx';
import { Table } from '#src/ui/table.tsx';
import { formPages } from '#src/web/forms/form-pages.ts';
import { postedText, runForm } from '#src/web/forms/own-form.ts';
import type { FormState } from '#src/web/forms/save-form.ts';
import { formStatus } from '#src/web/forms/saving-form.tsx';
import { type PageCall, type PageRoute, page } from '#src/web/http.ts';
import { answerWithdrawal } from '../answer.ts';
import { managePath, withdrawalPath } from '../paths.ts';
import { linesOf, linesToAnswer, listWithdrawals, loadWithdrawal, type OrderLine } from '../read-withdrawals.ts';
import { lineAnswers, suggestedAnswer } from '../rules/answers.ts';
import { refuse } from '../rules/problems.ts';
import type { Withdrawal, WithdrawalLine } from '../schema.ts';
import { answerInput } from '../shapes.ts';

type ListCall = PageCall<'withdrawal.read', never, number[] | 'all'>;
type Call = PageCall<'withdrawal.read' | 'withdrawal.decide', 'withdrawalId', Withdrawal>;

const StateBadge = ({ of, i18n }: { of: Withdrawal; i18n: Translator }): ReactElement => (
  <Badge tone={of.answeredAt === null ? 'wait' : 'neutral'}>
    {i18n.t(of.answeredAt === null ? 'withdrawals.state.open' : 'withdrawals.state.answered')}
  </Badge>
);

async function showList(call: ListCall): Promise<Response> {
  const { deps, i18n, query, record } = call;
  const wantedEventId = Number(query.get('event'));
  const eventId = Number.isSafeInteger(wantedEventId) && wantedEventId > 0 ? wantedEventId : null;
  if (eventId !== null && record !== 'all' && !record.includes(eventId)) return refuse('NOT_FOUND');
  const { open, answered } = await listWithdrawals(
    deps.read,
    eventId === null ? record : [eventId],
    eventId === null ? organizersFor('withdrawal.read', call.viewer) : [],
  );
  return call.render(
    <div className="stack">
      <p className="lead">{i18n.t('withdrawals.list.lead')}</p>
      <Table
        caption={i18n.t('withdrawals.list.title')}
        captionHidden
        cards="compact"
        rows={[...open, ...answered]}
        rowKey={({ id }) => id}
        empty={i18n.t('withdrawals.list.none')}
        columns={[
          {
            key: 'name',
            card: 'start',
            title: i18n.t('withdrawals.fact.name'),
            heading: true,
            cell: (row) => <a href={withdrawalPath(row.id)}>{row.name || i18n.t('withdrawals.nobody')}</a>,
          },
          {
            key: 'state',
            card: 'end',
            title: i18n.t('withdrawals.list.state'),
            cell: (row) => <StateBadge of={row} i18n={i18n} />,
          },
          {
            key: 'order',
            card: 'label',
            title: i18n.t('withdrawals.form.orderNumber'),
            cell: ({ orderId, orderNumber }) => (orderId === null ? orderNumber : String(orderId)),
          },
          {
            key: 'at',
            card: 'label',
            title: i18n.t('withdrawals.fact.declaredAt'),
            cell: ({ declaredAt }) => i18n.shortDateTime(declaredAt),
          },
        ]}
      />
    </div>,
    {
      title: i18n.t('withdrawals.list.title'),
      noIndex: true,
      frame: 'admin',
      ...(eventId === null ? {} : { admin: { eventId } }),
    },
  );
}

type ViewData = { call: Call; order: OrderRecord | null; i18n: Translator };

const loadView = async (call: Call): Promise<ViewData> => {
  const { orderId } = call.record;
  const order = orderId === null ? null : await orderOf(call.deps.read, orderId);
  return { call, order, i18n: order ? orderTranslator(order, call.i18n.locale) : call.i18n };
};

async function show({ call, order, i18n }: ViewData, state?: FormState): Promise<Response> {
  const { deps, record: withdrawal, query } = call;
  const card = withdrawal.giftCardId === null ? null : await cardOfId(deps.read, withdrawal.giftCardId);
  const buyer = order ? (await userById(deps.read, order.userId))?.email : card?.buyerEmail;
  const isForeign = Boolean(buyer) && withdrawal.email !== null && buyer !== withdrawal.email;
  const title = i18n.t('withdrawals.one.title', { orderNumber: withdrawal.orderNumber });
  return call.render(
    <div className="stack">
      {query.get('done') === 'answered' && !state ? <Saved>{i18n.t('withdrawals.done')}</Saved> : null}
      <p>
        <StateBadge of={withdrawal} i18n={i18n} />
      </p>
      {order || card ? null : <Alert tone="wait">{i18n.t('withdrawals.one.noOrder')}</Alert>}
      {isForeign ? <Alert tone="wait">{i18n.t('withdrawals.one.foreign')}</Alert> : null}
      <Statement withdrawal={withdrawal} card={card} i18n={i18n} />
      {withdrawal.answeredAt === null ? (
        <Decide
          withdrawal={withdrawal}
          lines={await linesToAnswer(deps.read, withdrawal, order)}
          order={order}
          i18n={i18n}
          state={state}
        />
      ) : (
        <Answered withdrawal={withdrawal} lines={await linesOf(deps.read, withdrawal.id)} i18n={i18n} />
      )}
    </div>,
    {
      title,
      noIndex: true,
      frame: 'admin',
      ...(order ? { organizerIds: idsOf(order.organizers) } : {}),
      admin: {
        ...(order ? { eventId: order.eventId } : {}),
        intro: <a href={managePath(order?.eventId ?? null)}>{i18n.t('withdrawals.list.title')}</a>,
      },
    },
    formStatus(state),
  );
}

const Statement = (props: {
  withdrawal: Withdrawal;
  card: { id: number; organizerId: number } | null;
  i18n: Translator;
}): ReactElement => {
  const { withdrawal, card, i18n } = props;
  const href = withdrawal.orderId === null ? card && cardPath(card) : `/admin/orders/${withdrawal.orderId}`;
  return (
    <Card title={i18n.t('withdrawals.one.statement')}>
      <Facts
        facts={[
          { label: i18n.t('withdrawals.fact.declaredAt'), value: i18n.dateTime(withdrawal.declaredAt) },
          { label: i18n.t('withdrawals.fact.name'), value: withdrawal.name || i18n.t('withdrawals.nobody') },
          { label: i18n.t('withdrawals.fact.email'), value: withdrawal.email ?? i18n.t('withdrawals.nobody') },
          {
            label: i18n.t('withdrawals.form.orderNumber'),
            value: href === null ? withdrawal.orderNumber : <OpenLink href={href}>{withdrawal.orderNumber}</OpenLink>,
          },
          { label: i18n.t('withdrawals.fact.what'), value: withdrawal.what || i18n.t('withdrawals.everything') },
        ]}
      />
    </Card>
  );
};

const fieldOf = (line: Pick<OrderLine, 'participantArticleId'>): string =>
  `line.${line.participantArticleId ?? 'card'}`;

/** End of the withdrawal period, and the marked hand-out. */
function hintOf({ right, handedAt, endsAt }: OrderLine, i18n: Translator): string {
  const until = endsAt === null ? null : i18n.t('withdrawals.line.until', { until: i18n.date(endsAt - 1) });
  const handed = handedAt === null ? null : i18n.t('withdrawals.line.handed', { at: i18n.date(handedAt) });
  const of = i18n.t(`events.option.withdrawalRight.${right}`);
  return [`${i18n.t('events.form.withdrawalRight')}: ${of}`, handed, until].filter(Boolean).join(' · ');
}

type DecideProps = {
  withdrawal: Withdrawal;
  lines: readonly OrderLine[];
  order: OrderRecord | null;
  i18n: Translator;
  state: FormState | undefined;
};

function Decide({ withdrawal, lines, order, i18n, state }: DecideProps): ReactElement | null {
  const { t } = i18n;
  const opens = useOpens();
  if (!opens('post', withdrawalPath(withdrawal.id))) return <Alert>{t('withdrawals.one.othersDecide')}</Alert>;
  const hasShipping = order?.orderItems.some(({ kind }) => kind === 'sc') ?? false;
  return (
    <Card title={t('withdrawals.one.decide')}>
      <Form
        action={withdrawalPath(withdrawal.id)}
        {...(state ? { state } : {})}
        guard
        labelOf={() => t('withdrawals.one.note')}
      >
        {lines.length === 0 && (order || withdrawal.giftCardId !== null) ? <p>{t('withdrawals.one.noLines')}</p> : null}
        {lines.map((line) => (
          <SelectField
            key={fieldOf(line)}
            name={fieldOf(line)}
            label={t('withdrawals.line.label', {
              quantity: line.quantity,
              name: line.name,
              participant: line.participant,
              amount: i18n.money(line.amount),
            })}
            hint={hintOf(line, i18n)}
            defaultValue={suggestedAnswer(line.right, { ...line, declaredAt: withdrawal.declaredAt })}
            options={lineAnswers.map((value) => ({ value, label: t(`withdrawals.answer.${value}`) }))}
          />
        ))}
        {order ? <p className="soft">{t('withdrawals.one.places')}</p> : null}
        {withdrawal.giftCardId === null ? null : <p className="soft">{t('withdrawals.one.card')}</p>}
        {hasShipping ? <p className="soft">{t('withdrawals.one.shipping')}</p> : null}
        <TextArea
          name="note"
          label={t('withdrawals.one.note')}
          hint={t('withdrawals.one.noteHint')}
          rows={4}
          maxLength={1000}
        />
        <div className="form-actions">
          <Button>{t('withdrawals.one.submit')}</Button>
        </div>
      </Form>
    </Card>
  );
}

const Answered = (props: {
  withdrawal: Withdrawal;
  lines: readonly WithdrawalLine[];
  i18n: Translator;
}): ReactElement => {
  const { withdrawal, lines, i18n } = props;
  return (
    <Card title={i18n.t('withdrawals.one.answered')}>
      <Facts
        facts={[
          {
            label: i18n.t('withdrawals.fact.answeredAt'),
            value: withdrawal.answeredAt === null ? '' : i18n.dateTime(withdrawal.answeredAt),
          },
          ...lines.map(({ name, quantity, answer }) => ({
            label: i18n.t('ordersAdmin.person.article', { quantity, name }),
            value: i18n.t(`withdrawals.answer.${answer}`),
          })),
          { label: i18n.t('withdrawals.fact.goesBack'), value: i18n.money(withdrawal.goesBack) },
          ...(withdrawal.note ? [{ label: i18n.t('withdrawals.one.note'), value: withdrawal.note }] : []),
        ]}
      />
    </Card>
  );
};

const save = ({ call }: ViewData) =>
  runForm(call, async () => {
    const lines = [...call.form].flatMap(([name, value]) => {
      const [, id] = /^line\.(\d{1,12}|card)$/.exec(name) ?? [];
      return id ? [{ participantArticleId: id === 'card' ? null : Number(id), answer: value }] : [];
    });
    const input = answerInput.safeParse({ lines, note: postedText(call, 'note', 1000) });
    if (!input.success) return refuse('WITHDRAWAL_ORDER_CHANGED');
    const { id } = call.record;
    await call.deps.write((work) =>
      answerWithdrawal(work, { ...input.data, withdrawalId: id, editorId: call.viewer.userId }),
    );
    return `${withdrawalPath(id)}?done=answered`;
  });

export const managePages: readonly PageRoute[] = [
  page({ method: 'get', path: '/admin/withdrawals', may: 'withdrawal.read', load: loadManagedEvents }, showList),
  ...formPages({
    path: '/admin/withdrawals/{withdrawalId}',
    may: 'withdrawal.decide',
    mayRead: 'withdrawal.read',
    load: loadWithdrawal,
    loadData: loadView,
    show,
    save,
  }),
];
