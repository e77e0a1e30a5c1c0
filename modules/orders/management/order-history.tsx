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
const maxEntries = 20;
const maxChanges = 12;

/** What happened to an order, newest first: when, what, who did it, and what was before and after. */
export function History(props: {
  order: AdminOrderRecord;
  isWhole: boolean;
  /** Of the form that adds one. */
  comment: FormState | undefined;
  i18n: Translator;
}): ReactElement {
  const { order, isWhole, comment, i18n } = props;
  const newestFirst = [...order.audits].reverse();
  const shown = isWhole ? newestFirst : newestFirst.slice(0, maxEntries);
  const names = new Map(peopleOf(order).map(({ person }) => [person.id, nameOf(person)] as const));
  return (
    <section id="history">
      <Card title={i18n.t('ordersAdmin.history')}>
        <SavingForm
          form={commentForm(i18n)}
          record={{}}
          state={comment}
          i18n={i18n}
          action={`/admin/orders/${order.id}/comment`}
          submit={i18n.t('ordersAdmin.addComment')}
          look="quiet"
        />
        <ol className="audits" reversed>
          {shown.map((audit, index) => (
            <Entry key={order.audits.length - index} audit={audit} order={order} names={names} i18n={i18n} />
          ))}
        </ol>
        {shown.length < order.audits.length ? (
          <p>
            <a href={`/admin/orders/${order.id}?history=all#history`}>
              {i18n.t('orderActions.history.all', { count: order.audits.length })}
            </a>
          </p>
        ) : null}
      </Card>
    </section>
  );
}

type Names = ReadonlyMap<number, string>;

function Entry(props: { audit: OrderAudit; order: AdminOrderRecord; names: Names; i18n: Translator }): ReactElement {
  const { audit, order, names, i18n } = props;
  const { changes } = audit;
  const at = i18n.shortDateTime(audit.createdAt);
  return (
    <li>
      <strong>{auditTitle(audit, i18n)}</strong>
      <span className="soft small">
        <MailText>
          {audit.impersonator
            ? i18n.t('orderActions.history.byFor', {
                at,
                editor: personText(audit.editor, i18n),
                impersonator: personText(audit.impersonator, i18n),
              })
            : i18n.t('ordersAdmin.audit.by', { at, editor: actorOf(audit, i18n) })}
        </MailText>
      </span>
      {audit.comment ? <p>{auditText(audit.comment, i18n)}</p> : null}
      {changes.length > 0 ? (
        <Changes changes={changes.slice(0, maxChanges)} order={order} names={names} i18n={i18n} />
      ) : null}
      {changes.length > maxChanges ? (
        <details>
          <summary>{i18n.t('orderActions.history.more', { count: changes.length - maxChanges })}</summary>
          <Changes changes={changes.slice(maxChanges)} order={order} names={names} i18n={i18n} />
        </details>
      ) : null}
    </li>
  );
}

const actorOf = ({ editor, comment }: OrderAudit, i18n: Translator): string =>
  editor === null && comment === 'participant.changed'
    ? i18n.t('orderActions.history.byParticipant')
    : personText(editor, i18n);

/** Name and address; the house itself where nobody did it. */
function personText(user: User | null, i18n: Translator): string {
  if (!user) return i18n.t('ordersAdmin.audit.system');
  const name = [user.firstname, user.lastname].filter(Boolean).join(' ');
  return name ? i18n.t('orderActions.history.person', { name, email: user.email }) : user.email;
}

function Changes(props: {
  changes: readonly AuditChange[];
  order: AdminOrderRecord;
  names: Names;
  i18n: Translator;
}): ReactElement {
  const { changes, order, names, i18n } = props;
  return (
    <ul className="audit-changes">
      {changes.map((change, index) => (
        <li key={index}>{changeText(change, order, names, i18n)}</li>
      ))}
    </ul>
  );
}

/** `Ana Huber, Vorname: Ana → Anna` */
export function changeText(
  { participantId, field, before, after }: AuditChange,
  order: Pick<AdminOrderRecord, 'formFields' | 'competitions'>,
  names: Names,
  i18n: Translator,
): string {
  const person = participantId ? names.get(participantId) : undefined;
  const said = {
    field: changeLabel(field, order, i18n),
    before: valueInWords(field, before, order, i18n),
    after: valueInWords(field, after, order, i18n),
  };
  if (before === null) {
    return person
      ? i18n.t('orderActions.history.setOf', { person, field: said.field, after: said.after })
      : i18n.t('orderActions.history.set', { field: said.field, after: said.after });
  }
  return person
    ? i18n.t('orderActions.history.changeOf', { person, ...said })
    : i18n.t('orderActions.history.change', said);
}
