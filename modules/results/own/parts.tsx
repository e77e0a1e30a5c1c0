import type { ReactElement } from 'react';
import type { OwnPageOf } from '#modules/checkin/index.ts';
import { nameOf, type OrderRecord, peopleOf } from '#modules/orders/index.ts';
import { isPaidStatus } from '#modules/orders/rules/order-state.ts';
import type { Deps } from '#src/runtime/deps.ts';
import type { Translator } from '#src/texts/locale.ts';
import { Card } from '#src/ui/display.tsx';
import { ButtonLink, PostButton } from '#src/ui/form.tsx';
import { usePage } from '#src/ui/page.tsx';
import { resultPath } from '../public/paths.ts';
import { ResultBib } from '../public/result-page.tsx';
import { type OwnLists, type OwnName, type OwnResult, ownLists } from './read-own.ts';

export async function ownResultPart(deps: Deps, own: OwnPageOf, i18n: Translator): Promise<ReactElement | null> {
  const { order, person } = own;
  const lists = (await ownLists(deps, order.event.id, [person], i18n)).get(person.id);
  if (!lists || !isPaidStatus(order.status)) return null;
  return (
    <>
      {lists.result ? (
        <Card title={i18n.t('results.own.title')}>
          <ResultBib view={lists.result.shown} row={lists.result.row} i18n={i18n} />
          <ResultLinks result={lists.result} certificate={own.sign('/certificate')} i18n={i18n} />
        </Card>
      ) : null}
      <Card title={i18n.t('results.name.title')}>
        <NameChoice name={lists.name} action={own.sign('/public-name')} i18n={i18n} />
      </Card>
    </>
  );
}

export function OwnNamePage(props: { name: OwnName; action: string; back: string; i18n: Translator }): ReactElement {
  const { name, action, back, i18n } = props;
  return (
    <div className="narrow stack">
      <h1>{i18n.t('results.name.title')}</h1>
      <NameChoice name={name} action={action} i18n={i18n} />
      <p>
        <a href={back}>{i18n.t('ownPage.back')}</a>
      </p>
    </div>
  );
}

function ResultLinks(props: { result: OwnResult; certificate: string; i18n: Translator }): ReactElement | null {
  const { result, certificate, i18n } = props;
  const { row, eventId, competitionId } = result;
  if (row.status !== 'finished' && !row.isNamed) return null;
  return (
    <div className="row">
      {row.status === 'finished' ? (
        <ButtonLink href={certificate}>{i18n.t('results.certificate.download')}</ButtonLink>
      ) : null}
      {row.isNamed ? (
        <ButtonLink look="quiet" href={resultPath(eventId, competitionId, row.id)}>
          {i18n.t('results.own.public')}
        </ButtonLink>
      ) : null}
    </div>
  );
}

function NameChoice(props: { name: OwnName; of?: string; action: string; i18n: Translator }): ReactElement {
  const { name, of, action, i18n } = props;
  const { csrfToken } = usePage();
  const state = name.isShown ? 'shown' : name.choice === null ? 'minor' : 'hidden';
  return (
    <>
      <p>{of === undefined ? i18n.t(`results.name.${state}`) : i18n.t(`results.name.${state}Of`, { name: of })}</p>
      <PostButton
        action={action}
        csrfToken={csrfToken}
        fields={{ isShown: name.isShown ? 'false' : 'true' }}
        look="quiet"
        small={of !== undefined}
      >
        {i18n.t(name.isShown ? 'results.name.hide' : 'results.name.show')}
        {of === undefined ? null : <span className="visually-hidden"> {of}</span>}
      </PostButton>
    </>
  );
}

const certificateOfOrderPath = (orderId: number, participantId: number): string =>
  `/orders/${orderId}/certificates/${participantId}`;
const nameOfOrderPath = (orderId: number, participantId: number): string =>
  `/orders/${orderId}/public-names/${participantId}`;

export async function orderResultsPart(deps: Deps, order: OrderRecord, i18n: Translator): Promise<ReactElement | null> {
  if (!isPaidStatus(order.status)) return null;
  const people = peopleOf(order);
  // All places were passed on.
  if (people.length === 0) return null;
  const lists = await ownLists(
    deps,
    order.event.id,
    people.map(({ person }) => person),
    i18n,
  );
  const named = people.flatMap(({ person }) => {
    const own = lists.get(person.id);
    return own ? [{ person, own }] : [];
  });
  const finished = named.filter(({ own }) => own.result !== null);
  return (
    <>
      {finished.length > 0 ? (
        <Card title={i18n.t('results.title')}>
          <ul className="document-list">
            {finished.map(({ person, own }) => (
              <li key={person.id}>
                <OrderResult own={own} name={nameOf(person)} i18n={i18n} />{' '}
                {own.result?.row.status === 'finished' ? (
                  <a href={certificateOfOrderPath(order.id, person.id)}>
                    {i18n.t('results.certificate.of', { name: nameOf(person) })}
                  </a>
                ) : null}
              </li>
            ))}
          </ul>
        </Card>
      ) : null}
      <details className="result-names">
        <summary>{i18n.t('results.name.title')}</summary>
        <ul className="session-list">
          {named.map(({ person, own }) => (
            <li key={person.id} className="session-entry">
              <NameChoice
                name={own.name}
                of={nameOf(person)}
                action={nameOfOrderPath(order.id, person.id)}
                i18n={i18n}
              />
            </li>
          ))}
        </ul>
      </details>
    </>
  );
}

function OrderResult({ own, name, i18n }: { own: OwnLists; name: string; i18n: Translator }): ReactElement | null {
  if (!own.result) return null;
  const { shown: view } = own.result;
  return (
    <>
      <strong>{i18n.t('results.own.line', { name, time: view.figure })}</strong>{' '}
      <span className="soft">
        {view.ranks.map(({ label, value }) => i18n.t('results.rankLine', { label, rank: value })).join(' · ')}
      </span>
    </>
  );
}
