import type { ReactElement } from 'react';
import * as z from 'zod';
import type { User } from '#modules/accounts/index.ts';
import { cents } from '#src/kernel/money.ts';
import type { MessageKey, Translator } from '#src/texts/locale.ts';
import { Card, MailText } from '#src/ui/display.tsx';
import { type FormSpec, plainForm } from '#src/web/forms/fields.ts';
import type { FormState } from '#src/web/forms/save-form.ts';
import { SavingForm } from '#src/web/forms/saving-form.tsx';
import type { AuditChange } from '../add-audit.ts';
import { changeLabel, valueInWords } from '../participants/texts.ts';
import { nameOf, peopleOf } from '../people.ts';
import type { AdminOrderRecord, OrderAudit } from '../read-admin.ts';
import type { AuditType } from '../schema.ts';

/** Longer histories and entries are cut here until they are opened. */
const maxEntries = 20;
const maxChanges = 12;

/** The history, newest first: time, action, editor and changed values. */
export function History(props: {
  order: AdminOrderRecord;
  isWhole: boolean;
  comment: FormState | undefined;
  i18n: Translator;
}): ReactElement {
  const { order, isWhole, comment, i18n } = props;
  const newestFirst = [...order.audits].reverse();
  const visible = isWhole ? newestFirst : newestFirst.slice(0, maxEntries);
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
          {visible.map((audit, index) => (
            <Entry key={order.audits.length - index} audit={audit} order={order} names={names} i18n={i18n} />
          ))}
        </ol>
        {visible.length < order.audits.length ? (
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

/** Name and address; the system where there is no editor. */
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

export function changeText(
  { participantId, field, before, after }: AuditChange,
  order: Pick<AdminOrderRecord, 'formFields' | 'competitions'>,
  names: Names,
  i18n: Translator,
): string {
  const person = participantId ? names.get(participantId) : undefined;
  const texts = {
    field: changeLabel(field, order, i18n),
    before: valueInWords(field, before, order, i18n),
    after: valueInWords(field, after, order, i18n),
  };
  if (before === null) {
    return person
      ? i18n.t('orderActions.history.setOf', { person, field: texts.field, after: texts.after })
      : i18n.t('orderActions.history.set', { field: texts.field, after: texts.after });
  }
  return person
    ? i18n.t('orderActions.history.changeOf', { person, ...texts })
    : i18n.t('orderActions.history.change', texts);
}

/** Comments written by the system: code, word, number of a bank line, cents. People write sentences. */
const ownNote = /^([a-zA-Z]+\.[a-zA-Z]+|expired)(?: ([^\s\d]\S*))?(?: \d+(?= \d))?(?: (\d{1,15}))?$/;

export function auditText(comment: string, i18n: Translator): string {
  const [, code = '', word = '', amount = ''] = ownNote.exec(comment) ?? [];
  const key = `ordersAdmin.audit.${code}`;
  if (!i18n.has(key)) return comment;
  const names = [`ordersAdmin.method.${word}`, `refunds.mode.${word}`, `refunds.rowStatus.${word}`];
  const named = names.find((name): name is MessageKey => i18n.has(name));
  return i18n.t(key, {
    method: named ? i18n.t(named) : word,
    amount: amount === '' ? '' : i18n.money(cents(Number(amount))),
  });
}

/** Title of a history entry; money entries of the system have their own. */
export function auditTitle({ type, comment }: { type: AuditType; comment: string }, i18n: Translator): string {
  const about = type === 'Other' && auditText(comment, i18n) !== comment ? comment.split('.')[0] : null;
  if (about === 'payment' || about === 'refund' || about === 'paper' || about === 'place' || about === 'ticket')
    return i18n.t(`ordersAdmin.audit.about.${about}`);
  return i18n.t(`ordersAdmin.audit.${type}`);
}

const longestComment = 5000;

export const commentInput = z.object({ comment: z.string().trim().min(1).max(longestComment) });

export const commentForm = (i18n: Translator): FormSpec =>
  plainForm('ordersAdmin', {
    name: 'comment',
    kind: 'long',
    height: 2,
    label: i18n.t('ordersAdmin.comment'),
    required: true,
    control: { maxLength: longestComment },
    read(text) {
      return text.trim() === '' ? { error: i18n.t('ordersAdmin.commentMissing') } : undefined;
    },
  });
