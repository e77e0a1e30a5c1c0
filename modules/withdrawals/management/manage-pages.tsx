import type { ReactElement } from 'react';
import { userById } from '#modules/accounts/index.ts';
import { loadManagedEvents } from '#modules/events/index.ts';
import { cardOfId, cardPath } from '#modules/gift-cards/index.ts';
import { type OrderRecord, orderOf, wordsOfOrder } from '#modules/orders/index.ts';
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
import { loadWithdrawal } from '../load.ts';
import { managePath, withdrawalPath } from '../paths.ts';
import { linesOf, linesToAnswer, listWithdrawals, type OrderLine } from '../read-withdrawals.ts';
import { lineAnswers, suggestedAnswer } from '../rules/answers.ts';
import { refuse } from '../rules/problems.ts';
import type { Withdrawal, WithdrawalLine } from '../schema.ts';
import { answerInput } from '../shapes.ts';

type ListCall = PageCall<'withdrawal.read', never, number[] | 'all'>;
type Call = PageCall<'withdrawal.read' | 'withdrawal.decide', 'withdrawalId', Withdrawal>;

const StateBadge = ({ of, words }: { of: Withdrawal; words: Translator }): ReactElement => (
  <Badge tone={of.answeredAt === null ? 'wait' : 'neutral'}>
    {words.t(of.answeredAt === null ? 'withdrawals.state.open' : 'withdrawals.state.answered')}
  </Badge>
);

async function showList(call: ListCall): Promise<Response> {
  const { deps, words, query, record } = call;
  const asked = Number(query.get('event'));
  const eventId = Number.isSafeInteger(asked) && asked > 0 ? asked : null;
  if (eventId !== null && record !== 'all' && !record.includes(eventId)) return refuse('NOT_FOUND');
  const { open, answered } = await listWithdrawals(
    deps.read,
    eventId === null ? record : [eventId],
    eventId === null ? organizersFor('withdrawal.read', call.viewer) : [],
  );
  return call.render(
    <div className="stack">
      <p className="lead">{words.t('withdrawals.list.lead')}</p>
      <Table
        caption={words.t('withdrawals.list.title')}
        captionHidden
        cards="compact"
        rows={[...open, ...answered]}
        rowKey={({ id }) => id}
        empty={words.t('withdrawals.list.none')}
        columns={[
          {
            key: 'name',
            card: 'start',
            title: words.t('withdrawals.fact.name'),
            heading: true,
            cell: (row) => <a href={withdrawalPath(row.id)}>{row.name || words.t('withdrawals.nobody')}</a>,
          },
          {
            key: 'state',
            card: 'end',
            title: words.t('withdrawals.list.state'),
            cell: (row) => <StateBadge of={row} words={words} />,
          },
          {
            key: 'order',
            card: 'label',
            title: words.t('withdrawals.form.orderNumber'),
            cell: ({ orderId, orderNumber }) => (orderId === null ? orderNumber : String(orderId)),
          },
          {
            key: 'at',
            card: 'label',
            title: words.t('withdrawals.fact.declaredAt'),
            cell: ({ declaredAt }) => words.shortDateTime(declaredAt),
          },
        ]}
      />
    </div>,
    {
      title: words.t('withdrawals.list.title'),
      noIndex: true,
      frame: 'admin',
      ...(eventId === null ? {} : { admin: { eventId } }),
    },
  );
}

type Shown = { call: Call; order: OrderRecord | null; words: Translator };

const shown = async (call: Call): Promise<Shown> => {
  const { orderId } = call.record;
  const order = orderId === null ? null : await orderOf(call.deps.read, orderId);
  return { call, order, words: order ? wordsOfOrder(order, call.words.locale) : call.words };
};

async function show({ call, order, words }: Shown, state?: FormState): Promise<Response> {
  const { deps, record: said, query } = call;
  const card = said.giftCardId === null ? null : await cardOfId(deps.read, said.giftCardId);
  const buyer = order ? (await userById(deps.read, order.userId))?.email : card?.buyerEmail;
  const isForeign = Boolean(buyer) && said.email !== null && buyer !== said.email;
  const title = words.t('withdrawals.one.title', { orderNumber: said.orderNumber });
  return call.render(
    <div className="stack">
      {query.get('done') === 'answered' && !state ? <Saved>{words.t('withdrawals.done')}</Saved> : null}
      <p>
        <StateBadge of={said} words={words} />
      </p>
      {order || card ? null : <Alert tone="wait">{words.t('withdrawals.one.noOrder')}</Alert>}
      {isForeign ? <Alert tone="wait">{words.t('withdrawals.one.foreign')}</Alert> : null}
      <Statement said={said} card={card} words={words} />
      {said.answeredAt === null ? (
        <Decide
          said={said}
          lines={await linesToAnswer(deps.read, said, order)}
          order={order}
          words={words}
          state={state}
        />
      ) : (
        <Answered said={said} lines={await linesOf(deps.read, said.id)} words={words} />
      )}
    </div>,
    {
      title,
      noIndex: true,
      frame: 'admin',
      ...(order ? { organizerIds: idsOf(order.organizers) } : {}),
      admin: {
        ...(order ? { eventId: order.eventId } : {}),
        intro: <a href={managePath(order?.eventId ?? null)}>{words.t('withdrawals.list.title')}</a>,
      },
    },
    formStatus(state),
  );
}

const Statement = (props: {
  said: Withdrawal;
  card: { id: number; organizerId: number } | null;
  words: Translator;
}): ReactElement => {
  const { said, card, words } = props;
  const href = said.orderId === null ? card && cardPath(card) : `/admin/orders/${said.orderId}`;
  return (
    <Card title={words.t('withdrawals.one.statement')}>
      <Facts
        facts={[
          { label: words.t('withdrawals.fact.declaredAt'), value: words.dateTime(said.declaredAt) },
          { label: words.t('withdrawals.fact.name'), value: said.name || words.t('withdrawals.nobody') },
          { label: words.t('withdrawals.fact.email'), value: said.email ?? words.t('withdrawals.nobody') },
          {
            label: words.t('withdrawals.form.orderNumber'),
            value: href === null ? said.orderNumber : <OpenLink href={href}>{said.orderNumber}</OpenLink>,
          },
          { label: words.t('withdrawals.fact.what'), value: said.what || words.t('withdrawals.everything') },
        ]}
      />
    </Card>
  );
};

const fieldOf = (line: Pick<OrderLine, 'participantArticleId'>): string =>
  `line.${line.participantArticleId ?? 'card'}`;

/** When one may go back on a line until, and what was marked. */
function hintOf({ right, handedAt, endsAt }: OrderLine, words: Translator): string {
  const until = endsAt === null ? null : words.t('withdrawals.line.until', { until: words.date(endsAt - 1) });
  const handed = handedAt === null ? null : words.t('withdrawals.line.handed', { at: words.date(handedAt) });
  const of = words.t(`events.option.withdrawalRight.${right}`);
  return [`${words.t('events.form.withdrawalRight')}: ${of}`, handed, until].filter(Boolean).join(' · ');
}

type DecideProps = {
  said: Withdrawal;
  lines: readonly OrderLine[];
  order: OrderRecord | null;
  words: Translator;
  state: FormState | undefined;
};

function Decide({ said, lines, order, words, state }: DecideProps): ReactElement | null {
  const { t } = words;
  const opens = useOpens();
  if (!opens('post', withdrawalPath(said.id))) return <Alert>{t('withdrawals.one.othersDecide')}</Alert>;
  const hasShipping = order?.orderItems.some(({ kind }) => kind === 'sc') ?? false;
  return (
    <Card title={t('withdrawals.one.decide')}>
      <Form
        action={withdrawalPath(said.id)}
        {...(state ? { state } : {})}
        guard
        labelOf={() => t('withdrawals.one.note')}
      >
        {lines.length === 0 && (order || said.giftCardId !== null) ? <p>{t('withdrawals.one.noLines')}</p> : null}
        {lines.map((line) => (
          <SelectField
            key={fieldOf(line)}
            name={fieldOf(line)}
            label={t('withdrawals.line.label', {
              quantity: line.quantity,
              name: line.name,
              participant: line.participant,
              amount: words.money(line.amount),
            })}
            hint={hintOf(line, words)}
            defaultValue={suggestedAnswer(line.right, { ...line, declaredAt: said.declaredAt })}
            options={lineAnswers.map((value) => ({ value, label: t(`withdrawals.answer.${value}`) }))}
          />
        ))}
        {order ? <p className="soft">{t('withdrawals.one.places')}</p> : null}
        {said.giftCardId === null ? null : <p className="soft">{t('withdrawals.one.card')}</p>}
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

const Answered = (props: { said: Withdrawal; lines: readonly WithdrawalLine[]; words: Translator }): ReactElement => {
  const { said, lines, words } = props;
  return (
    <Card title={words.t('withdrawals.one.answered')}>
      <Facts
        facts={[
          {
            label: words.t('withdrawals.fact.answeredAt'),
            value: said.answeredAt === null ? '' : words.dateTime(said.answeredAt),
          },
          ...lines.map(({ name, quantity, answer }) => ({
            label: words.t('ordersAdmin.person.article', { quantity, name }),
            value: words.t(`withdrawals.answer.${answer}`),
          })),
          { label: words.t('withdrawals.fact.goesBack'), value: words.money(said.goesBack) },
          ...(said.note ? [{ label: words.t('withdrawals.one.note'), value: said.note }] : []),
        ]}
      />
    </Card>
  );
};

const save = ({ call }: Shown) =>
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
    of: shown,
    show,
    save,
  }),
];
