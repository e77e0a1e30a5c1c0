import type { OrganizerUser } from '#modules/organizers/shapes.ts';
import { Alert, Card, Facts } from '#src/ui/display.tsx';
import { EmailField, SelectField, TextField } from '#src/ui/field.tsx';
import { Button, ErrorSummary, Form, type FormErrors, PostButton } from '#src/ui/form.tsx';
import { usePage } from '#src/ui/page.tsx';
import { paths } from '#src/ui/paths.ts';
import { Table } from '#src/ui/table.tsx';
import { organizerPath } from './list-page.tsx';

/** All fields as texts: as typed after an error, else as stored. Those of the address begin with `address.`. */
export type OrganizerTexts = Readonly<Record<string, string>>;

type Props = {
  id: number | 'new';
  texts: OrganizerTexts;
  errors: FormErrors;
  refusal: string | null;
  saved: boolean;
  users: readonly OrganizerUser[];
  /** The login is young enough for a new account number. */
  mayChangeBank: boolean;
};

export function OrganizerPage({ id, texts, errors, refusal, saved, users, mayChangeBank }: Props) {
  const { words, csrfToken } = usePage();
  return (
    <div className="stack">
      {saved ? <Alert tone="good">{words.t('ui.form.saved')}</Alert> : null}
      {refusal ? (
        <Alert tone="bad" urgent>
          {refusal}
        </Alert>
      ) : null}
      <ErrorSummary title={words.t('ui.errors.title', { count: Object.keys(errors).length })} errors={errors} />
      <Form action={organizerPath(id)} csrfToken={csrfToken} requiredNote={words.t('ui.form.required')}>
        <OrganizerFieldset id={id} texts={texts} errors={errors} mayChangeBank={mayChangeBank} />
        <div className="form-actions">
          <Button>{words.t('ui.form.save')}</Button>
        </div>
      </Form>
      {id === 'new' ? null : <People id={id} users={users} texts={texts} error={errors.userEmail} />}
    </div>
  );
}

function OrganizerFieldset({
  id,
  texts,
  errors,
  mayChangeBank,
}: Pick<Props, 'id' | 'texts' | 'errors' | 'mayChangeBank'>) {
  const { words } = usePage();
  const field = (name: string) => ({ name, defaultValue: texts[name] ?? '', error: errors[name] ?? null });
  return (
    <>
      <TextField {...field('name')} label={words.t('organizers.field.name')} maxLength={150} required />
      <EmailField {...field('email')} label={words.t('organizers.field.email')} autoComplete="off" />
      <h2>{words.t('organizers.form.address')}</h2>
      <TextField {...field('address.companyName')} label={words.t('organizers.field.companyName')} maxLength={150} />
      <div className="form-row">
        <TextField {...field('address.street')} label={words.t('organizers.field.street')} maxLength={150} />
        <TextField {...field('address.houseNumber')} label={words.t('organizers.field.houseNumber')} maxLength={20} />
      </div>
      <div className="form-row">
        <TextField {...field('address.zipCode')} label={words.t('organizers.field.zipCode')} maxLength={20} />
        <TextField {...field('address.city')} label={words.t('organizers.field.city')} maxLength={100} />
      </div>
      <SelectField
        {...field('address.countryCode')}
        label={words.t('organizers.field.country')}
        placeholder={words.t('ui.form.choose')}
        options={words.countries().map(({ code, name }) => ({ value: code, label: name }))}
      />
      <TextField {...field('address.vatId')} label={words.t('organizers.field.vatId')} maxLength={20} />
      <h2>{words.t('organizers.form.money')}</h2>
      {mayChangeBank ? (
        <>
          <TextField
            {...field('iban')}
            label={words.t('organizers.field.iban')}
            autoComplete="off"
            spellCheck={false}
          />
          <TextField {...field('bic')} label={words.t('organizers.field.bic')} autoComplete="off" spellCheck={false} />
        </>
      ) : (
        <>
          <Facts
            facts={[
              { label: words.t('organizers.field.iban'), value: texts.iban || '–' },
              { label: words.t('organizers.field.bic'), value: texts.bic || '–' },
            ]}
          />
          <p className="soft">
            {words.t('organizers.bank.old')}{' '}
            <a href={`${paths.login}?${new URLSearchParams({ to: organizerPath(id), notice: 'sessionInvalid' })}`}>
              {words.t('organizers.bank.login')}
            </a>
          </p>
        </>
      )}
      <TextField {...field('paymentReference')} label={words.t('organizers.field.paymentReference')} maxLength={140} />
      <div className="form-row">
        <TextField {...field('vat')} label={words.t('organizers.field.vat')} inputMode="decimal" />
        <TextField
          {...field('disagioPercentage')}
          label={words.t('organizers.field.disagio')}
          hint={words.t('organizers.field.disagioHint')}
          inputMode="decimal"
        />
      </div>
      <h2>{words.t('organizers.form.look')}</h2>
      <TextField
        {...field('whiteLabel')}
        label={words.t('organizers.field.whiteLabel')}
        hint={words.t('organizers.field.whiteLabelHint')}
        maxLength={150}
      />
      <TextField
        {...field('accentColor')}
        label={words.t('organizers.field.accentColor')}
        hint={words.t('organizers.field.accentColorHint')}
        maxLength={7}
      />
    </>
  );
}

type PeopleProps = {
  id: number;
  users: readonly OrganizerUser[];
  texts: OrganizerTexts;
  error: string | readonly string[] | undefined;
};

function People({ id, users, texts, error }: PeopleProps) {
  const { words, csrfToken } = usePage();
  return (
    <Card title={words.t('organizers.users.title')}>
      <p className="soft">{words.t('organizers.users.intro')}</p>
      <Table
        caption={words.t('organizers.users.title')}
        captionHidden
        columns={[
          { key: 'email', title: words.t('organizers.field.email'), heading: true, cell: (user) => user.email },
          {
            key: 'name',
            title: words.t('organizers.users.name'),
            cell: (user) => [user.firstname, user.lastname].filter(Boolean).join(' ') || '–',
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
      <Form action={`${organizerPath(id)}/users`} csrfToken={csrfToken}>
        <EmailField
          name="userEmail"
          label={words.t('organizers.users.email')}
          defaultValue={texts.userEmail ?? ''}
          error={error ?? null}
          autoComplete="off"
          required
        />
        <Button look="quiet">{words.t('organizers.users.add')}</Button>
      </Form>
    </Card>
  );
}
