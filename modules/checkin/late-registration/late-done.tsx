import type { ReactElement, ReactNode } from 'react';
import { nameOf, type OrderRecord, peopleOf } from '#modules/orders/index.ts';
import type { Translator } from '#src/texts/locale.ts';
import { Alert, Badge, Card } from '#src/ui/display.tsx';
import { TextField } from '#src/ui/field.tsx';
import { Button, ButtonLink, Form, type FormErrors } from '#src/ui/form.tsx';
import type { Till } from './read-late.ts';

export type ShownPerson = { id: number; ticketLink: string; qr: string; isHandedOut: boolean };
type Done = {
  /** Of the desk, and of this registration. */
  path: string;
  back: string;
  order: OrderRecord;
  people: readonly ShownPerson[];
  amount: number;
  errors: FormErrors;
  words: Translator;
};

/** The place is theirs: the number, what is due, and the ticket for who has no address. */
export function LateDone({ path, back, order, people, amount, errors, words }: Done): ReactElement {
  const own = `${path}/${order.id}`;
  const shown = new Map(people.map((person) => [person.id, person]));
  return (
    <div className="narrow stack">
      <Alert tone="good" focused>
        {words.t(amount > 0 ? 'late.done.paid' : 'late.done.free', {
          amount: words.money(order.totalPrice),
          orderNumber: order.orderNumber,
        })}
      </Alert>
      {peopleOf(order).map(({ person, competition }) => {
        const { ticketLink, qr, isHandedOut } = shown.get(person.id) ?? { ticketLink: '', qr: '', isHandedOut: false };
        const given = person.orderedArticleVariants.map(({ name, variantName, quantity }) =>
          words.t('orders.line.amountAndName', {
            amount: quantity,
            name: [name, variantName].filter(Boolean).join(', '),
          }),
        );
        return (
          <Card key={person.id} title={nameOf(person)}>
            <div className="stack-s">
              <p>{[competition.title, ...given].join(' · ')}</p>
              {person.rrBib === null ? (
                <BibForm {...{ own, errors, words }} person={person} isOnly={people.length === 1}>
                  <p className="soft">
                    {words.t('late.done.noBib')} <a href={own}>{words.t('late.done.again')}</a>
                  </p>
                </BibForm>
              ) : (
                <>
                  <p className="late-bib">
                    {words.t('late.done.bib')} <strong className="figures">{person.rrBib}</strong>
                  </p>
                  <details className="form-more" open={Object.keys(errors).length > 0}>
                    <summary>{words.t('late.done.changeBib')}</summary>
                    <BibForm {...{ own, errors, words }} person={person} isOnly={people.length === 1} />
                  </details>
                </>
              )}
              <details className="form-more">
                <summary>{words.t('late.done.ticket')}</summary>
                <p>{words.t(person.email ? 'late.done.mailed' : 'late.done.photo')}</p>
                <img src={qr} width={200} height={200} alt={words.t('late.done.qr', { name: nameOf(person) })} />
                <p>
                  <a href={ticketLink} target="_blank" rel="noreferrer">
                    {words.t('late.done.open')}
                  </a>
                </p>
              </details>
              {isHandedOut ? <Badge tone="good">{words.t('late.done.handedOut')}</Badge> : null}
            </div>
          </Card>
        );
      })}
      {people.every(({ isHandedOut }) => isHandedOut) ? null : (
        <Form action={`${own}/hand-out`} data-needs-network="">
          <Button wide>{words.t('late.done.handOut')}</Button>
        </Form>
      )}
      <div className="form-actions">
        <ButtonLink href={path} look="quiet">
          {words.t('late.next')}
        </ButtonLink>
        <ButtonLink href={back} look="quiet">
          {words.t('late.back')}
        </ButtonLink>
      </div>
    </div>
  );
}

/** A number for this person; where there is one already, the button names the number that is replaced. */
function BibForm(props: {
  own: string;
  person: { id: number; rrBib: string | null };
  isOnly: boolean;
  errors: FormErrors;
  words: Translator;
  children?: ReactNode;
}): ReactElement {
  const { own, person, isOnly, errors, words, children } = props;
  const { id, rrBib } = person;
  return (
    <Form action={`${own}/bib`} state={{ errors }} data-needs-network="">
      {children}
      <input type="hidden" name="participantId" value={id} />
      {rrBib === null ? null : <input type="hidden" name="replaces" value={rrBib} />}
      <TextField
        name={isOnly ? 'bib' : `bib-${id}`}
        label={words.t('late.done.bib')}
        inputMode="numeric"
        autoComplete="off"
        maxLength={30}
        className="input-short"
      />
      <Button look="quiet">
        {rrBib === null ? words.t('late.done.setBib') : words.t('late.done.replaceBib', { number: rrBib })}
      </Button>
    </Form>
  );
}

/** What is in each till, for whoever counts it. */
export function Tills({ tills, words }: { tills: readonly Till[]; words: Translator }): ReactElement | null {
  if (tills.length === 0) return null;
  return (
    <Card title={words.t('late.tills.title')}>
      <ul>
        {tills.map(({ name, count, taken }) => (
          <li key={name}>{words.t('late.tills.line', { name, count, amount: words.money(taken) })}</li>
        ))}
      </ul>
      <p className="soft small">{words.t('late.tills.text')}</p>
    </Card>
  );
}
