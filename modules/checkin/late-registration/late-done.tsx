import type { ReactElement, ReactNode } from 'react';
import { nameOf, type OrderRecord, peopleOf } from '#modules/orders/index.ts';
import type { Translator } from '#src/texts/locale.ts';
import { Alert, Badge, Card } from '#src/ui/display.tsx';
import { TextField } from '#src/ui/field.tsx';
import { Button, ButtonLink, Form, type FormErrors } from '#src/ui/form.tsx';
import type { Till } from './read-late.ts';

export type PersonView = { id: number; ticketLink: string; qr: string; isHandedOut: boolean };
type Done = {
  path: string;
  back: string;
  order: OrderRecord;
  people: readonly PersonView[];
  amount: number;
  errors: FormErrors;
  i18n: Translator;
};

export function LateDone({ path, back, order, people, amount, errors, i18n }: Done): ReactElement {
  const own = `${path}/${order.id}`;
  const personById = new Map(people.map((person) => [person.id, person]));
  return (
    <div className="narrow stack">
      <Alert tone="good" focused>
        {i18n.t(amount > 0 ? 'late.done.paid' : 'late.done.free', {
          amount: i18n.money(order.totalPrice),
          orderNumber: order.orderNumber,
        })}
      </Alert>
      {peopleOf(order).map(({ person, competition }) => {
        const { ticketLink, qr, isHandedOut } = personById.get(person.id) ?? {
          ticketLink: '',
          qr: '',
          isHandedOut: false,
        };
        const given = person.orderedArticleVariants.map(({ name, variantName, quantity }) =>
          i18n.t('orders.line.amountAndName', {
            amount: quantity,
            name: [name, variantName].filter(Boolean).join(', '),
          }),
        );
        return (
          <Card key={person.id} title={nameOf(person)}>
            <div className="stack-s">
              <p>{[competition.title, ...given].join(' · ')}</p>
              {person.rrBib === null ? (
                <BibForm {...{ own, errors, i18n }} person={person} isOnly={people.length === 1}>
                  <p className="soft">
                    {i18n.t('late.done.noBib')} <a href={own}>{i18n.t('late.done.again')}</a>
                  </p>
                </BibForm>
              ) : (
                <>
                  <p className="late-bib">
                    {i18n.t('late.done.bib')} <strong className="figures">{person.rrBib}</strong>
                  </p>
                  <details className="form-more" open={Object.keys(errors).length > 0}>
                    <summary>{i18n.t('late.done.changeBib')}</summary>
                    <BibForm {...{ own, errors, i18n }} person={person} isOnly={people.length === 1} />
                  </details>
                </>
              )}
              <details className="form-more">
                <summary>{i18n.t('late.done.ticket')}</summary>
                <p>{i18n.t(person.email ? 'late.done.mailed' : 'late.done.photo')}</p>
                <img src={qr} width={200} height={200} alt={i18n.t('late.done.qr', { name: nameOf(person) })} />
                <p>
                  <a href={ticketLink} target="_blank" rel="noreferrer">
                    {i18n.t('late.done.open')}
                  </a>
                </p>
              </details>
              {isHandedOut ? <Badge tone="good">{i18n.t('late.done.handedOut')}</Badge> : null}
            </div>
          </Card>
        );
      })}
      {people.every(({ isHandedOut }) => isHandedOut) ? null : (
        <Form action={`${own}/hand-out`} data-needs-network="">
          <Button wide>{i18n.t('late.done.handOut')}</Button>
        </Form>
      )}
      <div className="form-actions">
        <ButtonLink href={path} look="quiet">
          {i18n.t('late.next')}
        </ButtonLink>
        <ButtonLink href={back} look="quiet">
          {i18n.t('late.back')}
        </ButtonLink>
      </div>
    </div>
  );
}

/** The button names the number that it replaces. */
function BibForm(props: {
  own: string;
  person: { id: number; rrBib: string | null };
  isOnly: boolean;
  errors: FormErrors;
  i18n: Translator;
  children?: ReactNode;
}): ReactElement {
  const { own, person, isOnly, errors, i18n, children } = props;
  const { id, rrBib } = person;
  return (
    <Form action={`${own}/bib`} state={{ errors }} data-needs-network="">
      {children}
      <input type="hidden" name="participantId" value={id} />
      {rrBib === null ? null : <input type="hidden" name="replaces" value={rrBib} />}
      <TextField
        name={isOnly ? 'bib' : `bib-${id}`}
        label={i18n.t('late.done.bib')}
        inputMode="numeric"
        autoComplete="off"
        maxLength={30}
        className="input-short"
      />
      <Button look="quiet">
        {rrBib === null ? i18n.t('late.done.setBib') : i18n.t('late.done.replaceBib', { number: rrBib })}
      </Button>
    </Form>
  );
}

export function Tills({ tills, i18n }: { tills: readonly Till[]; i18n: Translator }): ReactElement | null {
  if (tills.length === 0) return null;
  return (
    <Card title={i18n.t('late.tills.title')}>
      <ul>
        {tills.map(({ name, count, taken }) => (
          <li key={name}>{i18n.t('late.tills.line', { name, count, amount: i18n.money(taken) })}</li>
        ))}
      </ul>
      <p className="soft small">{i18n.t('late.tills.text')}</p>
    </Card>
  );
}
