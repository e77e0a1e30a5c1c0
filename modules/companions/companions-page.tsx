import type { ReactElement, ReactNode } from 'react';
import { AccountFrame } from '#modules/accounts/index.ts';
import { ButtonLink, PostButton, Saved } from '#src/ui/form.tsx';
import { usePage } from '#src/ui/page.tsx';
import { paths } from '#src/ui/paths.ts';
import { companionPath, newCompanionPath, unofferPath } from './paths.ts';
import type { OrderedPerson } from './rules/known-people.ts';
import type { Companion } from './schema.ts';

/** Whom the account keeps, and whom it may keep out of its earlier orders. */
export function CompanionsPage(props: {
  kept: readonly Companion[];
  ordered: readonly OrderedPerson[];
  done: 'kept' | 'forgotten' | null;
}): ReactElement {
  const { kept, ordered, done } = props;
  const { i18n } = usePage();
  return (
    <AccountFrame
      title={i18n.t('companions.title')}
      back={{ href: paths.settings, label: i18n.t('ui.nav.settings') }}
      lead={i18n.t('companions.intro')}
    >
      {done ? <Saved>{i18n.t(`companions.done.${done}`)}</Saved> : null}
      {kept.length === 0 ? <p className="soft">{i18n.t('companions.none')}</p> : null}
      <ul className="session-list">
        {kept.map((companion) => (
          <Kept key={companion.id} {...companion} />
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

function Kept({ id, firstName, lastName, birthDate, club, consentAt }: Companion): ReactElement {
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
