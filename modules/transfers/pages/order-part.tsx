import type { ReactElement } from 'react';
import { nameOf, type OrderRecord, peopleOf, takeoverOf } from '#modules/orders/index.ts';
import { isPaidStatus } from '#modules/orders/rules/order-state.ts';
import { seatsOf } from '#modules/shared-teams/index.ts';
import type { Deps } from '#src/runtime/deps.ts';
import type { Translator } from '#src/texts/locale.ts';
import { Alert, Card } from '#src/ui/display.tsx';
import { offerPath } from '../links.ts';
import { settingsOf } from '../read-settings.ts';
import { transfersOfOrder } from '../read-transfers.ts';
import { deadlineOf, type TransferState } from '../rules/terms.ts';

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
