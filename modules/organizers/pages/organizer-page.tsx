import type { FormState } from '#src/platform/forms/save-form.ts';
import { SavingForm } from '#src/platform/forms/saving-form.tsx';
import { Card, Facts } from '#src/ui/display.tsx';
import { PostButton } from '#src/ui/form.tsx';
import { usePage } from '#src/ui/page.tsx';
import { paths } from '#src/ui/paths.ts';
import { Table } from '#src/ui/table.tsx';
import type { Organizer, OrganizerUser } from '../shapes.ts';
import { organizerPath } from './list-page.tsx';
import { newOrganizer, organizerForm, organizerRecord, organizerUserForm } from './organizer-form.ts';

type Props = {
  /** null: a new one. */
  organizer: Organizer | null;
  state: FormState | undefined;
  /** Of the form that adds somebody. */
  people: FormState | undefined;
  isSaved: boolean;
  users: readonly OrganizerUser[];
  /** The login is young enough for a new account number. */
  mayChangeBank: boolean;
};

export function OrganizerPage({ organizer, state, people, isSaved, users, mayChangeBank }: Props) {
  const action = organizerPath(organizer?.id ?? 'new');
  return (
    <div className="stack">
      <SavingForm
        form={organizerForm(mayChangeBank ? undefined : <BankShown organizer={organizer} action={action} />)}
        record={organizer ? organizerRecord(organizer) : newOrganizer}
        state={state}
        isSaved={isSaved}
        action={action}
      />
      {organizer ? <People id={organizer.id} users={users} state={people} /> : null}
    </div>
  );
}

function BankShown({ organizer, action }: { organizer: Organizer | null; action: string }) {
  const { words } = usePage();
  return (
    <>
      <Facts
        facts={(['iban', 'bic'] as const).map((name) => ({
          label: words.t(`organizers.form.${name}`),
          value: organizer?.[name] || '–',
        }))}
      />
      <p className="soft">
        {words.t('organizers.bank.old')}{' '}
        <a href={`${paths.login}?${new URLSearchParams({ to: action, notice: 'sessionInvalid' })}`}>
          {words.t('organizers.bank.login')}
        </a>
      </p>
    </>
  );
}

type PeopleProps = { id: number; users: readonly OrganizerUser[]; state: FormState | undefined };

function People({ id, users, state }: PeopleProps) {
  const { words, csrfToken } = usePage();
  return (
    <Card title={words.t('organizers.users.title')}>
      <p className="soft">{words.t('organizers.users.intro')}</p>
      <Table
        caption={words.t('organizers.users.title')}
        captionHidden
        columns={[
          { key: 'email', title: words.t('organizers.form.email'), heading: true, cell: (user) => user.email },
          {
            key: 'name',
            title: words.t('organizers.users.name'),
            cell: (user) => [user.firstname, user.lastname].filter(Boolean).join(' ') || '–',
          },
          {
            key: 'role',
            title: words.t('organizers.users.role'),
            cell: (user) => words.t(`organizers.role.${user.role}`),
          },
          {
            key: 'remove',
            title: words.t('organizers.users.actions'),
            cell: (user) => (
              <PostButton
                action={`${organizerPath(id)}/users/${user.id}/remove`}
                csrfToken={csrfToken}
                look="quiet"
                small
              >
                {words.t('organizers.users.remove', { email: user.email })}
              </PostButton>
            ),
          },
        ]}
        rows={users}
        rowKey={(user) => user.id}
        empty={words.t('organizers.users.none')}
      />
      <SavingForm
        form={organizerUserForm(words)}
        record={{}}
        state={state}
        action={`${organizerPath(id)}/users`}
        submit={words.t('organizers.users.add')}
        look="quiet"
      />
    </Card>
  );
}
