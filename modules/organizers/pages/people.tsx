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
  /** Of the form that invites. */
  state: FormState | undefined;
  now: Invitation['createdAt'];
};

/** Who works for an organizer and as what, who was asked to, and the way to ask somebody. */
export function People({ id, users, invitations, state, now }: Props): ReactElement {
  const { words } = usePage();
  const base = organizerPath(id);
  return (
    <section className="stack" id="people">
      <Card title={words.t('organizers.users.title')}>
        <p className="soft">{words.t('organizers.users.intro')}</p>
        {users.length > 0 && !users.some(({ role }) => role === 'owner') ? (
          <Alert tone="wait">{words.t('organizers.users.noOwner')}</Alert>
        ) : null}
        <Table
          caption={words.t('organizers.users.title')}
          captionHidden
          columns={[
            {
              key: 'email',
              title: words.t('organizers.form.email'),
              heading: true,
              cell: (user) => <MailText>{user.email}</MailText>,
            },
            {
              key: 'name',
              title: words.t('organizers.users.name'),
              cell: (user) => [user.firstname, user.lastname].filter(Boolean).join(' ') || '–',
            },
            {
              key: 'role',
              title: words.t('organizers.users.role'),
              cell: (user) => <RoleOf base={base} user={user} />,
            },
            {
              key: 'remove',
              title: words.t('organizers.users.actions'),
              cell: (user) => (
                <ButtonLink
                  href={`${base}/users/${user.id}/remove`}
                  look="quiet"
                  small
                  aria-label={words.t('organizers.users.remove', { email: user.email })}
                >
                  {words.t('organizers.users.removeShort')}
                </ButtonLink>
              ),
            },
          ]}
          rows={users}
          rowKey={(user) => user.id}
          empty={words.t('organizers.users.none')}
        />
        <details className="form-more">
          <summary>{words.t('organizers.roles.title')}</summary>
          <dl className="facts">
            {organizerRoles.map((role) => (
              <div key={role}>
                <dt>{words.t(`organizers.role.${role}`)}</dt>
                <dd>{words.t(`organizers.role.${role}.text`)}</dd>
              </div>
            ))}
          </dl>
        </details>
      </Card>
      <Card title={words.t('organizers.invitation.title')}>
        {invitations.length > 0 ? <Waiting base={base} invitations={invitations} now={now} /> : null}
        <SavingForm
          form={invitationForm(words)}
          record={{ userRole: 'manager' }}
          state={state}
          action={`${base}/invitations`}
          submit={words.t('organizers.invitation.send')}
          look="quiet"
        >
          <p className="soft">{words.t('organizers.invitation.intro')}</p>
        </SavingForm>
      </Card>
    </section>
  );
}

/** The role with the way to another one. */
function RoleOf({ base, user }: { base: string; user: OrganizerUser }): ReactElement {
  const { words } = usePage();
  const label = words.t('organizers.users.roleOf', { email: user.email });
  return (
    <>
      {words.t(`organizers.role.${user.role}`)}
      <details>
        <summary aria-label={words.t('organizers.users.changeRole', { email: user.email })}>
          {words.t('organizers.users.changeShort')}
        </summary>
        <Form action={`${base}/users`} className="row">
          <input type="hidden" name="userEmail" value={user.email} />
          <select className="input" name="userRole" defaultValue={user.role} aria-label={label}>
            {organizerRoles.map((role) => (
              <option key={role} value={role}>
                {words.t(`organizers.role.${role}`)}
              </option>
            ))}
          </select>
          <Button look="quiet" small>
            {words.t('organizers.users.saveRole')}
          </Button>
        </Form>
      </details>
    </>
  );
}

function Waiting({ base, invitations, now }: { base: string } & Pick<Props, 'invitations' | 'now'>): ReactElement {
  const { words, csrfToken } = usePage();
  return (
    <Table
      caption={words.t('organizers.invitation.waiting')}
      columns={[
        {
          key: 'email',
          title: words.t('organizers.form.email'),
          heading: true,
          cell: ({ email }) => <MailText>{email}</MailText>,
        },
        {
          key: 'role',
          title: words.t('organizers.users.role'),
          cell: ({ role }) => words.t(`organizers.role.${role}`),
        },
        {
          key: 'until',
          title: words.t('organizers.invitation.until'),
          cell: (row) =>
            invitationState(row, now) === 'open'
              ? words.shortDateTime(row.expiresAt)
              : words.t('organizers.invitation.expired'),
        },
        {
          key: 'do',
          title: words.t('organizers.users.actions'),
          cell: ({ id }) => (
            <PostButton action={`${base}/invitations/${id}/withdraw`} csrfToken={csrfToken} look="quiet" small>
              {words.t('organizers.invitation.withdraw')}
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
