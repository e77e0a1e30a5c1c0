import type { ReactElement } from 'react';
import { organizerRoles } from '#src/access/permissions.ts';
import { Alert, Card, MailText } from '#src/ui/display.tsx';
import { Button, ButtonLink, Form, PostButton } from '#src/ui/form.tsx';
import { usePage } from '#src/ui/page.tsx';
import { Table } from '#src/ui/table.tsx';
import type { FormState } from '#src/web/forms/save-form.ts';
import { SavingForm } from '#src/web/forms/saving-form.tsx';
import type { Invitation } from '../invitations/invitations.ts';
import { invitationState } from '../rules/invitation.ts';
import type { OrganizerUser } from '../shapes.ts';
import { organizerPath } from './list-page.tsx';
import { invitationForm } from './organizer-form.ts';

type Props = {
  id: number;
  users: readonly OrganizerUser[];
  invitations: readonly Invitation[];
  /** Of the invitation form. */
  state: FormState | undefined;
  now: Invitation['createdAt'];
};

export function People({ id, users, invitations, state, now }: Props): ReactElement {
  const { i18n } = usePage();
  const base = organizerPath(id);
  return (
    <section className="stack" id="people">
      <Card title={i18n.t('organizers.users.title')}>
        <p className="soft">{i18n.t('organizers.users.intro')}</p>
        {users.length > 0 && !users.some(({ role }) => role === 'owner') ? (
          <Alert tone="wait">{i18n.t('organizers.users.noOwner')}</Alert>
        ) : null}
        <Table
          caption={i18n.t('organizers.users.title')}
          captionHidden
          columns={[
            {
              key: 'email',
              title: i18n.t('organizers.form.email'),
              heading: true,
              cell: (user) => <MailText>{user.email}</MailText>,
            },
            {
              key: 'name',
              title: i18n.t('organizers.users.name'),
              cell: (user) => [user.firstname, user.lastname].filter(Boolean).join(' ') || '–',
            },
            {
              key: 'role',
              title: i18n.t('organizers.users.role'),
              cell: (user) => <RoleOf base={base} user={user} />,
            },
            {
              key: 'remove',
              title: i18n.t('organizers.users.actions'),
              cell: (user) => (
                <ButtonLink
                  href={`${base}/users/${user.id}/remove`}
                  look="quiet"
                  small
                  aria-label={i18n.t('organizers.users.remove', { email: user.email })}
                >
                  {i18n.t('organizers.users.removeShort')}
                </ButtonLink>
              ),
            },
          ]}
          rows={users}
          rowKey={(user) => user.id}
          empty={i18n.t('organizers.users.none')}
        />
        <details className="form-more">
          <summary>{i18n.t('organizers.roles.title')}</summary>
          <dl className="facts">
            {organizerRoles.map((role) => (
              <div key={role}>
                <dt>{i18n.t(`organizers.role.${role}`)}</dt>
                <dd>{i18n.t(`organizers.role.${role}.text`)}</dd>
              </div>
            ))}
          </dl>
        </details>
      </Card>
      <Card title={i18n.t('organizers.invitation.title')}>
        {invitations.length > 0 ? <Waiting base={base} invitations={invitations} now={now} /> : null}
        <SavingForm
          form={invitationForm(i18n)}
          record={{ userRole: 'manager' }}
          state={state}
          action={`${base}/invitations`}
          submit={i18n.t('organizers.invitation.send')}
          look="quiet"
        >
          <p className="soft">{i18n.t('organizers.invitation.intro')}</p>
        </SavingForm>
      </Card>
    </section>
  );
}

function RoleOf({ base, user }: { base: string; user: OrganizerUser }): ReactElement {
  const { i18n } = usePage();
  const label = i18n.t('organizers.users.roleOf', { email: user.email });
  return (
    <>
      {i18n.t(`organizers.role.${user.role}`)}
      <details>
        <summary aria-label={i18n.t('organizers.users.changeRole', { email: user.email })}>
          {i18n.t('organizers.users.changeShort')}
        </summary>
        <Form action={`${base}/users`} className="row">
          <input type="hidden" name="userEmail" value={user.email} />
          <select className="input" name="userRole" defaultValue={user.role} aria-label={label}>
            {organizerRoles.map((role) => (
              <option key={role} value={role}>
                {i18n.t(`organizers.role.${role}`)}
              </option>
            ))}
          </select>
          <Button look="quiet" small>
            {i18n.t('organizers.users.saveRole')}
          </Button>
        </Form>
      </details>
    </>
  );
}

function Waiting({ base, invitations, now }: { base: string } & Pick<Props, 'invitations' | 'now'>): ReactElement {
  const { i18n, csrfToken } = usePage();
  return (
    <Table
      caption={i18n.t('organizers.invitation.waiting')}
      columns={[
        {
          key: 'email',
          title: i18n.t('organizers.form.email'),
          heading: true,
          cell: ({ email }) => <MailText>{email}</MailText>,
        },
        {
          key: 'role',
          title: i18n.t('organizers.users.role'),
          cell: ({ role }) => i18n.t(`organizers.role.${role}`),
        },
        {
          key: 'until',
          title: i18n.t('organizers.invitation.until'),
          cell: (row) =>
            invitationState(row, now) === 'open'
              ? i18n.shortDateTime(row.expiresAt)
              : i18n.t('organizers.invitation.expired'),
        },
        {
          key: 'do',
          title: i18n.t('organizers.users.actions'),
          cell: ({ id }) => (
            <PostButton action={`${base}/invitations/${id}/withdraw`} csrfToken={csrfToken} look="quiet" small>
              {i18n.t('organizers.invitation.withdraw')}
            </PostButton>
          ),
        },
      ]}
      rows={invitations}
      rowKey={({ id }) => id}
      empty=""
    />
  );
}
