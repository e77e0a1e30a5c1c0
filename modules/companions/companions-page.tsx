import type { ReactElement, ReactNode } from 'react';
import { AccountFrame } from '#modules/accounts/index.ts';
import { fieldInWords } from '#modules/orders/index.ts';
import { type ParticipantField, participantFields, specOf } from '#modules/orders/rules/participant.ts';
import type { Translator } from '#src/texts/locale.ts';
import { ButtonLink, PostButton, Saved } from '#src/ui/form.tsx';
import { usePage } from '#src/ui/page.tsx';
import { paths } from '#src/ui/paths.ts';
import { type Field, type FormSpec, flag, plainForm } from '#src/web/forms/fields.ts';
import type { FormRecord } from '#src/web/forms/form-input.ts';
import type { OrderedPerson } from './rules/known-people.ts';
import type { Companion } from './schema.ts';

export function CompanionsPage(props: {
  saved: readonly Companion[];
  ordered: readonly OrderedPerson[];
  done: 'kept' | 'forgotten' | null;
}): ReactElement {
  const { saved, ordered, done } = props;
  const { i18n } = usePage();
  return (
    <AccountFrame
      title={i18n.t('companions.title')}
      back={{ href: paths.settings, label: i18n.t('ui.nav.settings') }}
      lead={i18n.t('companions.intro')}
    >
      {done ? <Saved>{i18n.t(`companions.done.${done}`)}</Saved> : null}
      {saved.length === 0 ? <p className="soft">{i18n.t('companions.none')}</p> : null}
      <ul className="session-list">
        {saved.map((companion) => (
          <SavedCompanion key={companion.id} {...companion} />
        ))}
      </ul>
      <p>
        <ButtonLink href={newCompanionPath}>{i18n.t('companions.add')}</ButtonLink>
      </p>
      {ordered.length > 0 ? (
        <section className="stack-s" aria-labelledby="ordered-people">
          <h2 id="ordered-people">{i18n.t('companions.orderedTitle')}</h2>
          <p className="soft">{i18n.t('companions.orderedText')}</p>
          <ul className="session-list">
            {ordered.map((person) => (
              <Ordered key={person.key} person={person} />
            ))}
          </ul>
        </section>
      ) : null}
    </AccountFrame>
  );
}

function SavedCompanion({ id, firstName, lastName, birthDate, club, consentAt }: Companion): ReactElement {
  const { i18n } = usePage();
  const name = `${firstName} ${lastName}`;
  const about = [
    [i18n.calendarDate(birthDate), club].filter(Boolean).join(' · '),
    ...(consentAt ? [i18n.t('companions.agreed', { at: i18n.dateTime(consentAt) })] : []),
  ];
  return (
    <Person name={name} about={about}>
      <PersonLink href={companionPath(id)} label={i18n.t('companions.change')} name={name} />
      <PersonLink href={`${companionPath(id)}/remove`} label={i18n.t('companions.remove')} name={name} />
    </Person>
  );
}

function Ordered({ person: { key, firstName, lastName, birthDate } }: { person: OrderedPerson }): ReactElement {
  const { i18n, csrfToken } = usePage();
  const name = `${firstName} ${lastName}`;
  return (
    <Person name={name} about={birthDate ? [i18n.calendarDate(birthDate)] : []}>
      <PersonLink href={`${newCompanionPath}?from=${key}`} label={i18n.t('companions.keep')} name={name} />
      <PostButton action={unofferPath(key)} csrfToken={csrfToken} look="quiet" small>
        {i18n.t('companions.unoffer')}
        <span className="visually-hidden"> {name}</span>
      </PostButton>
    </Person>
  );
}

const Person = (props: { name: string; about: readonly string[]; children: ReactNode }): ReactElement => (
  <li className="session-entry">
    <div>
      <p className="session-device">
        <strong>{props.name}</strong>
      </p>
      {props.about.map((line) => (
        <p key={line} className="soft small">
          {line}
        </p>
      ))}
    </div>
    <div className="row">{props.children}</div>
  </li>
);

const PersonLink = ({ href, label, name }: { href: string; label: string; name: string }): ReactElement => (
  <ButtonLink look="quiet" small href={href}>
    {label}
    <span className="visually-hidden"> {name}</span>
  </ButtonLink>
);

/** Browsers fill in the data of the account's owner, but the form is about another person. */
const off = { autoComplete: 'off' } as const;

/** The fields of a participant, in the sequence in which the booking asks for them. */
export function companionForm(i18n: Translator): FormSpec {
  const field = (name: ParticipantField, at: number): Field => {
    const { kind, isRequired, options } = specOf(name);
    return {
      name,
      kind,
      label: i18n.t(`orders.field.${name}`),
      control: off,
      ...(at % 2 === 1 ? { beside: true } : {}),
      // The birth date tells two people of one name apart.
      required: isRequired === true || name === 'birthDate',
      ...(options ? { options: options.map((value) => ({ value, label: fieldInWords(name, value, i18n) })) } : {}),
    };
  };
  return plainForm('companions', ...participantFields.map(field), flag('guardiansAgree'));
}

export const companionRecord = (companion: Companion): FormRecord => ({
  ...companion,
  guardiansAgree: companion.consentAt !== null,
});

export const companionsPath = '/settings/people';
export const newCompanionPath = `${companionsPath}/new`;
export const companionPath = (id: number): string => `${companionsPath}/${id}`;
export const unofferPath = (participantId: number): string => `${companionsPath}/ordered/${participantId}/forget`;
