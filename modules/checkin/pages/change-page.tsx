import type { ReactElement } from 'react';
import { NoChange, PersonForm, type PersonInput, type PersonPlace } from '#modules/orders/index.ts';
import type { Translator } from '#src/platform/locale.ts';
import { ButtonLink } from '#src/ui/form.tsx';
import { usePage } from '#src/ui/page.tsx';
import type { TicketAddresses } from '../ticket.ts';

type ChangePageProps = {
  place: PersonPlace;
  input: PersonInput;
  errors: Readonly<Record<string, string>>;
  may: boolean;
  addresses: Pick<TicketAddresses, 'page' | 'change'>;
  words: Translator;
};

/** The form of a person's own data, on the link that was mailed to them. */
export function ChangePage({ place, input, errors, may, addresses, words }: ChangePageProps): ReactElement {
  const { csrfToken } = usePage();
  const back = { href: addresses.page, label: words.t('ownPage.back') };
  return (
    <div className="narrow stack">
      <header>
        <p className="soft">{place.order.event.title}</p>
        <h1>{words.t('ownPage.change.title')}</h1>
        <p className="soft">{place.competition.title}</p>
      </header>
      {may ? (
        <PersonForm
          {...{ place, input, errors, csrfToken, back, words }}
          action={addresses.change}
          needsEmail
          emailHint={words.t('ownPage.change.emailHint')}
        />
      ) : (
        <>
          <NoChange place={place} words={words} />
          <div className="form-actions">
            <ButtonLink look="quiet" href={back.href}>
              {back.label}
            </ButtonLink>
          </div>
        </>
      )}
    </div>
  );
}
