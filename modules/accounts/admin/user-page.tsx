import type { ReactElement } from 'react';
import type { Translator } from '#src/texts/locale.ts';
import { Badge, Card, Facts, MailText } from '#src/ui/display.tsx';
import { EmailField, TextField } from '#src/ui/field.tsx';
import { Button, Form, Saved } from '#src/ui/form.tsx';
import { usePage } from '#src/ui/page.tsx';
import type { FormState } from '#src/web/forms/save-form.ts';
import { rowsOf } from '#src/web/list/find.ts';
import type { ListAbout, Listing } from '#src/web/list/listing.ts';
import { longestReason } from '../shapes.ts';
import type { User } from '../users/users.ts';
import { auditDetail } from './audit-words.ts';
import { type AccountAudit, readUsers, type UserDetails, userSource } from './read-users.ts';

export const usersPath = '/admin/users';
export const userPath = (id: number): string => `${usersPath}/${id}`;

const nameOf = (user: User): string => [user.firstname, user.lastname].filter(Boolean).join(' ') || '–';

export const userListing = {
  path: () => usersPath,
  name: () => 'users',
  rowsOnAPage: 50,
  beside: true,
  cards: 'compact',
  first: { field: 'id', direction: 'desc' },
  filters: { q: { as: 'search', label: 'users.search' } },
  columns: ({ i18n }) => [
    {
      key: 'email',
      title: i18n.t('users.email'),
      heading: true,
      sortable: true,
      cell: (user) => (
        <a href={userPath(user.id)} data-opens="">
          <MailText>{user.email}</MailText>
        </a>
      ),
    },
    { key: 'name', title: i18n.t('users.name'), text: nameOf, isEmpty: (user) => nameOf(user) === '–' },
    { key: 'standing', card: 'foot', title: i18n.t('users.standing'), cell: (user) => <Standing user={user} /> },
    { key: 'createdAt', title: i18n.t('users.since'), text: (user) => i18n.shortDate(user.createdAt) },
  ],
  ...rowsOf(() => userSource, readUsers),
  texts: { caption: 'users.title', count: 'users.count', empty: 'users.none', emptyFiltered: 'users.none' },
} as const satisfies Listing<User, ListAbout>;

function Standing({ user }: { user: User }): ReactElement {
  const { i18n } = usePage();
  if (user.isSuperAdmin) return <Badge tone="accent">{i18n.t('users.superAdmin')}</Badge>;
  if (user.verifiedAt === null) return <Badge tone="wait">{i18n.t('users.unproven')}</Badge>;
  return <Badge tone="good">{i18n.t('users.proven')}</Badge>;
}

export type UserForm = 'impersonate' | 'change-email' | 'remove-second-factor';
export type UserFormState = { form: UserForm; state: FormState };

type UserPageProps = { user: User; details: UserDetails; again: UserFormState | undefined; saved: boolean };

export function UserPage({ user, details, again, saved }: UserPageProps): ReactElement {
  const { i18n, viewer } = usePage();
  const form = (name: UserForm, title: string, hint: string, submit: string, field: ReactElement) => {
    const state = again?.form === name ? again.state : null;
    return (
      <Card title={title}>
        <p className="soft">{hint}</p>
        <Form
          action={`${userPath(user.id)}/${name}`}
          state={state ?? {}}
          guard={state ? 'changed' : true}
          requiredNote={i18n.t('ui.form.required')}
        >
          {field}
          <div className="form-actions">
            <Button look="quiet">{submit}</Button>
          </div>
        </Form>
      </Card>
    );
  };
  const reason = (name: string) => (
    <TextField
      name={name}
      label={i18n.t('users.reason')}
      hint={i18n.t('users.reasonHint')}
      maxLength={longestReason}
      required
    />
  );
  return (
    <div className="stack">
      {saved ? <Saved /> : null}
      <Card title={i18n.t('users.account')}>
        <div className="facts-columns">
          <Facts
            facts={[
              { label: i18n.t('users.number'), value: String(user.id) },
              { label: i18n.t('users.name'), value: nameOf(user) },
              { label: i18n.t('users.standing'), value: <Standing user={user} /> },
              { label: i18n.t('users.since'), value: i18n.shortDate(user.createdAt) },
              {
                label: i18n.t('users.secondFactor'),
                value: i18n.t(details.hasSecondFactor ? 'users.on' : 'users.off'),
              },
              { label: i18n.t('users.providers'), value: details.providers.join(', ') || '–' },
              { label: i18n.t('users.sessions'), value: i18n.number(details.sessionCount) },
            ]}
          />
        </div>
      </Card>
      {user.isSuperAdmin ? null : (
        <>
          {form(
            'impersonate',
            i18n.t('users.actAs'),
            i18n.t('users.actAsHint'),
            i18n.t('users.actAsButton'),
            reason('reason'),
          )}
          {form(
            'change-email',
            i18n.t('users.changeEmail'),
            i18n.t('users.changeEmailHint'),
            i18n.t('users.changeEmail'),
            <EmailField name="newEmail" label={i18n.t('account.email.new')} autoComplete="off" required />,
          )}
        </>
      )}
      {details.hasSecondFactor && user.email !== viewer?.email
        ? form(
            'remove-second-factor',
            i18n.t('users.removeFactor'),
            i18n.t('users.removeFactorHint'),
            i18n.t('users.removeFactor'),
            reason('factorReason'),
          )
        : null}
      <Card title={i18n.t('users.history')}>
        <ol className="audits">
          {details.audits.map((audit) => (
            <AuditLine key={audit.id} audit={audit} userId={user.id} i18n={i18n} />
          ))}
        </ol>
        {details.audits.length === 0 ? <p className="soft">{i18n.t('ui.table.empty')}</p> : null}
      </Card>
    </div>
  );
}

function AuditLine({ audit, userId, i18n }: { audit: AccountAudit; userId: number; i18n: Translator }): ReactElement {
  const actor = audit.actorId === userId ? i18n.t('users.themselves') : (audit.actorEmail ?? i18n.t('users.nobody'));
  const detail = auditDetail(audit, i18n);
  return (
    <li>
      <strong>{i18n.t(`users.audit.${audit.type}`)}</strong>
      <span className="soft small">
        {i18n.t('users.auditBy', { at: i18n.shortDateTime(audit.createdAt), editor: actor })}
      </span>
      {detail === null ? null : <p>{detail}</p>}
    </li>
  );
}
