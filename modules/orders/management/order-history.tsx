import type { ReactElement } from 'react';
import type { User } from '#modules/accounts/index.ts';
import type { Translator } from '#src/texts/locale.ts';
import { Card, MailText } from '#src/ui/display.tsx';
import type { FormState } from '#src/web/forms/save-form.ts';
import { SavingForm } from '#src/web/forms/saving-form.tsx';
import type { AuditChange } from '../add-audit.ts';
import { changeLabel, valueInWords } from '../participants/field-words.ts';
import { nameOf, peopleOf } from '../people.ts';
import type { AdminOrderRecord, OrderAudit } from '../read-admin.ts';
import { auditText, auditTitle } from './audit-text.ts';
import { commentForm } from './comment-form.ts';

/** Of a long history the newest entries, and of an entry about many people the first changes, stand open. */
const mostEntries = 20;
const mostChanges = 12;

/** What happened to an order, newest first: when, what, who did it, and what was before and after. */
export function History(props: {
  order: AdminOrderRecord;
  isWhole: boolean;
  /** Of the form that adds one. */
  comment: FormState | undefined;
  words: Translator;
}): ReactElement {
  const { order, isWhole, comment, words } = props;
  const newestFirst = [...order.audits].reverse();
  const shown = isWhole ? newestFirst : newestFirst.slice(0, mostEntries);
  const names = new Map(peopleOf(order).map(({ person }) => [person.id, nameOf(person)] as const));
  return (
    <section id="history">
      <Card title={words.t('ordersAdmin.history')}>
        <SavingForm
          form={commentForm(words)}
          record={{}}
          state={comment}
          words={words}
          action={`/admin/orders/${order.id}/comment`}
          submit={words.t('ordersAdmin.addComment')}
          look="quiet"
        />
        <ol className="audits" reversed>
          {shown.map((audit, index) => (
            <Entry key={order.audits.length - index} audit={audit} order={order} names={names} words={words} />
          ))}
        </ol>
        {shown.length < order.audits.length ? (
          <p>
            <a href={`/admin/orders/${order.id}?history=all#history`}>
              {words.t('orderActions.history.all', { count: order.audits.length })}
            </a>
          </p>
        ) : null}
      </Card>
    </section>
  );
}

type Names = ReadonlyMap<number, string>;

function Entry(props: { audit: OrderAudit; order: AdminOrderRecord; names: Names; words: Translator }): ReactElement {
  const { audit, order, names, words } = props;
  const { changes } = audit;
  const at = words.shortDateTime(audit.createdAt);
  return (
    <li>
      <strong>{auditTitle(audit, words)}</strong>
      <span className="soft small">
        <MailText>
          {audit.impersonator
            ? words.t('orderActions.history.byFor', {
                at,
                editor: personText(audit.editor, words),
                impersonator: personText(audit.impersonator, words),
              })
            : words.t('ordersAdmin.audit.by', { at, editor: actorOf(audit, words) })}
        </MailText>
      </span>
      {audit.comment ? <p>{auditText(audit.comment, words)}</p> : null}
      {changes.length > 0 ? (
        <Changes changes={changes.slice(0, mostChanges)} order={order} names={names} words={words} />
      ) : null}
      {changes.length > mostChanges ? (
        <details>
          <summary>{words.t('orderActions.history.more', { count: changes.length - mostChanges })}</summary>
          <Changes changes={changes.slice(mostChanges)} order={order} names={names} words={words} />
        </details>
      ) : null}
    </li>
  );
}

const actorOf = ({ editor, comment }: OrderAudit, words: Translator): string =>
  editor === null && comment === 'participant.changed'
    ? words.t('orderActions.history.byParticipant')
    : personText(editor, words);

/** Name and address; the house itself where nobody did it. */
function personText(user: User | null, words: Translator): string {
  if (!user) return words.t('ordersAdmin.audit.system');
  const name = [user.firstname, user.lastname].filter(Boolean).join(' ');
  return name ? words.t('orderActions.history.person', { name, email: user.email }) : user.email;
}

function Changes(props: {
  changes: readonly AuditChange[];
  order: AdminOrderRecord;
  names: Names;
  words: Translator;
}): ReactElement {
  const { changes, order, names, words } = props;
  return (
    <ul className="audit-changes">
      {changes.map((change, index) => (
        <li key={index}>{changeText(change, order, names, words)}</li>
      ))}
    </ul>
  );
}

/** `Ana Huber, Vorname: Ana → Anna` */
export function changeText(
  { participantId, field, before, after }: AuditChange,
  order: Pick<AdminOrderRecord, 'formFields' | 'competitions'>,
  names: Names,
  words: Translator,
): string {
  const person = participantId ? names.get(participantId) : undefined;
  const said = {
    field: changeLabel(field, order, words),
    before: valueInWords(field, before, order, words),
    after: valueInWords(field, after, order, words),
  };
  if (before === null) {
    return person
      ? words.t('orderActions.history.setOf', { person, field: said.field, after: said.after })
      : words.t('orderActions.history.set', { field: said.field, after: said.after });
  }
  return person
    ? words.t('orderActions.history.changeOf', { person, ...said })
    : words.t('orderActions.history.change', said);
}
