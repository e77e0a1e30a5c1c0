import type { ReactElement } from 'react';
import { nameOf, type OrderRecord, peopleOf, takeoverOf } from '#modules/orders/index.ts';
import { isPaidStatus } from '#modules/orders/rules/order-state.ts';
import { type Seat, seatsOf } from '#modules/shared-teams/index.ts';
import type { Deps } from '#src/runtime/deps.ts';
import type { Translator } from '#src/texts/locale.ts';
import { Alert, Card, Facts } from '#src/ui/display.tsx';
import { EmailField, TextField } from '#src/ui/field.tsx';
import { Button, Form } from '#src/ui/form.tsx';
import type { FormState } from '#src/web/forms/save-form.ts';
import { offerPath } from '../links.ts';
import type { Place } from '../read-place.ts';
import { transfersOfOrder } from '../read-transfers.ts';
import { deadlineOf, type TransferState } from '../rules/terms.ts';
import { asksWaitingList } from '../send-offers.ts';
import { settingsOf } from '../settings.ts';

const stateOf = (state: TransferState) =>
  state === 'asked' ? ('transfers.order.asked' as const) : (`transfers.state.${state}` as const);

export async function orderTransferPart(
  { read, clock }: Pick<Deps, 'read' | 'clock'>,
  order: OrderRecord,
  i18n: Translator,
): Promise<ReactElement | null> {
  const { t } = i18n;
  const people = peopleOf(order);
  if (people.length === 0 && order.status === 'pending') {
    const takeover = await takeoverOf(read, order.id);
    const person = takeover?.person;
    return person ? (
      <Alert title={t('transfers.order.takes')}>
        {t('transfers.order.takesText', { name: `${person.firstName} ${person.lastName}` })}
      </Alert>
    ) : null;
  }
  const settings = await settingsOf(read, order.eventId);
  const known = await transfersOfOrder(read, order.id);
  const passed = [...known.values()].filter(({ state }) => state === 'passed');
  const deadline = deadlineOf(settings, order.event.startTimestamp);
  const isPossible =
    settings.mode !== 'off' && clock() < deadline && isPaidStatus(order.status) && !order.event.canceled;
  const inTeams = people.filter(({ competition }) => competition.type === 'team').map(({ person }) => person.id);
  const seats = isPossible && inTeams.length > 0 ? await seatsOf(read, inTeams) : null;
  const own = people.filter(({ competition, person }) => competition.type === 'single' || seats?.has(person.id));
  if (passed.length === 0 && (!isPossible || own.length === 0)) return null;
  return (
    <Card title={t('transfers.order.title')}>
      {passed.map(({ id, heldBy, endedAt }) => (
        <p key={id}>
          {t('transfers.order.passed', { name: heldBy, date: endedAt === null ? '' : i18n.dateTime(endedAt) })}
        </p>
      ))}
      {isPossible && own.length > 0 ? (
        <>
          <p className="soft">{t('transfers.order.until', { until: i18n.dateTime(deadline) })}</p>
          <ul className="document-list">
            {own.map(({ person, competition }) => (
              <li key={person.id}>
                <a href={offerPath(order.id, person.id)}>
                  {t('transfers.order.of', { name: nameOf(person), competition: competition.title })}
                </a>
                {known.has(person.id) && known.get(person.id)?.state !== 'passed' ? (
                  <span className="soft"> {t(stateOf(known.get(person.id)?.state ?? 'offered'))}</span>
                ) : null}
              </li>
            ))}
          </ul>
        </>
      ) : null}
    </Card>
  );
}

export const TransferSteps = (props: { place: Place; steps: readonly string[]; ticket: string; i18n: Translator }) => {
  const { place, steps, ticket, i18n } = props;
  const { t } = i18n;
  return (
    <Card title={t('transfers.holder.how')}>
      <ol>
        {steps.map((step) => (
          <li key={step}>{step}</li>
        ))}
      </ol>
      {asksWaitingList(place) ? <p>{t('transfers.holder.lineFirst')}</p> : null}
      <p className="soft">{ticket}</p>
      <Facts facts={[{ label: t('transfers.fact.lastDay'), value: i18n.dateTime(place.deadline) }]} />
    </Card>
  );
};

export function AddresseeField(props: {
  action: string;
  state: FormState | undefined;
  submit: string;
  i18n: Translator;
}): ReactElement {
  const { action, state, submit, i18n } = props;
  const { t } = i18n;
  return (
    <Form action={action} state={state ?? {}} labelOf={() => t('transfers.holder.email')}>
      <EmailField
        name="email"
        label={t('transfers.holder.email')}
        hint={t('transfers.holder.emailHint')}
        optional={t('ui.form.optional')}
        maxLength={200}
        autoComplete="off"
      />
      <div className="form-actions">
        <Button>{submit}</Button>
      </div>
    </Form>
  );
}

/** Addressee and link of the offer; null: no link yet. */
export const OfferRecipient = (props: { email: string | null; link: string | null; i18n: Translator }) => {
  const { email, link, i18n } = props;
  const { t } = i18n;
  return (
    <>
      {email ? <p>{t('transfers.holder.sentTo', { email })}</p> : null}
      {link ? (
        <TextField
          name="link"
          label={t('transfers.holder.link')}
          hint={t('transfers.holder.linkHint')}
          readOnly
          value={link}
        />
      ) : null}
    </>
  );
};

/** Team Flotte Vier, Schwimmen */
export const seatText = ({ name, leg }: Seat, { t }: Pick<Translator, 't'>): string =>
  leg === null ? t('transfers.seat', { team: name }) : t('transfers.seatLeg', { team: name, leg });
