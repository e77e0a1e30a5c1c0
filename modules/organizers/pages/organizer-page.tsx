import { cents } from '#src/kernel/money.ts';
import { Card, Facts } from '#src/ui/display.tsx';
import { ButtonLink } from '#src/ui/form.tsx';
import { usePage } from '#src/ui/page.tsx';
import { paths } from '#src/ui/paths.ts';
import { encodeAnswer } from '#src/web/answers.ts';
import type { FormState } from '#src/web/forms/save-form.ts';
import { SavingForm } from '#src/web/forms/saving-form.tsx';
import { type Organizer, organizerAnswer } from '../shapes.ts';
import { organizerPath } from './list-page.tsx';
import { newOrganizer, organizerForm, organizerRecord } from './organizer-form.ts';
import { People } from './people.tsx';

type Props = {
  /** Null: a new organizer. */
  organizer: Organizer | null;
  state: FormState | undefined;
  isSaved: boolean;
  people: Omit<Parameters<typeof People>[0], 'id'>;
  /** The login is recent enough. */
  mayChangeBank: boolean;
  /** Super admins edit the agreement too. */
  isPlatform: boolean;
};

export function OrganizerPage({ organizer, state, people, isSaved, mayChangeBank, isPlatform }: Props) {
  const { i18n } = usePage();
  const action = organizerPath(organizer?.id ?? 'new');
  return (
    <div className="stack">
      <SavingForm
        form={organizerForm(
          i18n,
          isPlatform,
          mayChangeBank ? undefined : <BankDetails organizer={organizer} action={action} />,
        )}
        record={organizer ? organizerRecord(organizer) : newOrganizer}
        state={state}
        isSaved={isSaved}
        action={action}
      />
      {organizer ? (
        <div className="row">
          {isPlatform ? (
            <>
              <ButtonLink look="quiet" href={`${action}/events`}>
                {i18n.t('organizers.events.link')}
              </ButtonLink>
              <ButtonLink look="quiet" href={`/admin/organizers/template/${organizer.id}`}>
                {i18n.t('invoicing.template.link')}
              </ButtonLink>
            </>
          ) : null}
          <ButtonLink look="quiet" href={`${action}/companies`}>
            {i18n.t('companies.list.title')}
          </ButtonLink>
          <ButtonLink look="quiet" href={`${action}/logo`}>
            {i18n.t('organizers.logo.link')}
          </ButtonLink>
        </div>
      ) : null}
      {organizer && !isPlatform ? <Agreed organizer={organizer} /> : null}
      {organizer ? <People id={organizer.id} {...people} /> : null}
    </div>
  );
}

function BankDetails({ organizer, action }: { organizer: Organizer | null; action: string }) {
  const { i18n } = usePage();
  return (
    <>
      <Facts
        facts={(['iban', 'bic'] as const).map((name) => ({
          label: i18n.t(`organizers.form.${name}`),
          value: organizer?.[name] || '–',
        }))}
      />
      <p className="soft">
        {i18n.t('organizers.bank.old')}{' '}
        <a href={`${paths.login}?${new URLSearchParams({ to: action, notice: 'sessionInvalid' })}`}>
          {i18n.t('organizers.bank.login')}
        </a>
      </p>
    </>
  );
}

/** The agreement as the owner sees it. */
function Agreed({ organizer }: { organizer: Organizer }) {
  const { i18n } = usePage();
  const {
    vat,
    disagioPercentage,
    organizerProcessingFee: fee,
    paymentReference,
    whiteLabel,
    hostName,
  } = encodeAnswer(organizerAnswer, organizer);
  const percent = (value: number) => `${i18n.number(value)} %`;
  return (
    <Card title={i18n.t('organizers.agreed.title')}>
      <Facts
        facts={[
          { label: i18n.t('organizers.form.vat'), value: percent(vat) },
          { label: i18n.t('organizers.form.disagioPercentage'), value: percent(disagioPercentage) },
          {
            label: i18n.t('organizers.form.organizerProcessingFee'),
            value: fee === null ? '–' : i18n.money(cents(fee)),
          },
          { label: i18n.t('organizers.form.paymentReference'), value: paymentReference || '–' },
          { label: i18n.t('organizers.form.whiteLabel'), value: whiteLabel || '–' },
          { label: i18n.t('organizers.form.hostName'), value: hostName || '–' },
        ]}
      />
      <p className="soft">{i18n.t('organizers.agreed.text')}</p>
    </Card>
  );
}

export function OwnOrganizers({ organizers }: { organizers: readonly Organizer[] }) {
  return (
    <ul className="stack-s">
      {organizers.map(({ id, name }) => (
        <li key={id}>
          <a href={organizerPath(id)}>{name}</a>
        </li>
      ))}
    </ul>
  );
}
