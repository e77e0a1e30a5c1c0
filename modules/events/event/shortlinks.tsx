import type { ReactElement } from 'react';
import type { Translator } from '#src/texts/locale.ts';
import { TextField } from '#src/ui/field.tsx';
import { Button, Form, PostButton } from '#src/ui/form.tsx';

export type ShortlinkState = { input: string; error: string };

export function Shortlinks(props: {
  eventId: number;
  links: readonly string[];
  i18n: Translator;
  csrfToken: string;
  origin: string;
  refused: ShortlinkState | undefined;
}): ReactElement {
  const { eventId, links, i18n, csrfToken, refused, origin } = props;
  const action = `/admin/events/${eventId}/shortlinks`;
  return (
    <section className="card stack-s" aria-labelledby="shortlinks-title">
      <h2 id="shortlinks-title">{i18n.t('events.admin.shortlinks')}</h2>
      <p className="soft">{i18n.t('events.shortlinks.lead')}</p>
      {links.length > 0 ? (
        <ul className="stack-s">
          {links.map((link) => (
            <li className="row" key={link}>
              <a className="shortlink" href={`/events/${link}`}>{`${origin}/events/${link}`}</a>
              <PostButton
                action={`${action}/delete`}
                csrfToken={csrfToken}
                fields={{ shortlink: link }}
                look="plain"
                small
              >
                {i18n.t('ui.form.remove')} <span className="visually-hidden">{link}</span>
              </PostButton>
            </li>
          ))}
        </ul>
      ) : null}
      <Form action={action} csrfToken={csrfToken} className="filter" guard>
        <TextField
          name="shortlink"
          label={i18n.t('events.admin.newShortlink')}
          hint={i18n.t('events.error.shortlink')}
          defaultValue={refused?.input ?? ''}
          error={refused?.error ?? null}
          autoFocus={refused !== undefined}
          autoCapitalize="none"
          autoComplete="off"
          maxLength={60}
        />
        <Button look="quiet">{i18n.t('events.admin.add')}</Button>
      </Form>
    </section>
  );
}
