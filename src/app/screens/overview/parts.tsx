import type { ReactElement, ReactNode } from 'react';
import type { PeopleCount } from '#modules/orders/index.ts';
import type { Translator } from '#src/texts/locale.ts';
import { Button, Form } from '#src/ui/form.tsx';
import { useOpens } from '#src/ui/page.tsx';
import { eventPath } from './addresses.ts';
import { allOf } from './figures.ts';
import type { Task } from './tasks.ts';

/** A figure with a link to its list and its parts below. */
export function Figure(props: { label: string; value: string; href?: string; children?: ReactNode }): ReactElement {
  const { label, value, href, children } = props;
  const opens = useOpens();
  const said = (
    <>
      <span className="figure-label">{label}</span>
      <strong className="figure-value">{value}</strong>
    </>
  );
  return (
    <li className="figure">
      {href && (href.startsWith('#') || opens('get', href)) ? (
        <a className="figure-main" href={href}>
          {said}
        </a>
      ) : (
        <p className="figure-main">{said}</p>
      )}
      {children ? <p className="figure-parts">{children}</p> : null}
    </li>
  );
}

/** Paid and unpaid people. */
export function PeopleFigure(props: {
  label: string;
  people: PeopleCount;
  i18n: Translator;
  /** A string: the parts have no lists. */
  href?: string | ((state?: 'paid' | 'unpaid') => string);
}): ReactElement {
  const { label, people, i18n, href } = props;
  const parts = (['paid', 'unpaid'] as const).map((state) => {
    const text = i18n.t(`overview.people.${state}`, { count: people[state] });
    return typeof href === 'function' ? (
      <a key={state} href={href(state)}>
        {text}
      </a>
    ) : (
      <span key={state}>{text}</span>
    );
  });
  return (
    <Figure
      label={label}
      value={i18n.number(allOf(people))}
      {...(href ? { href: typeof href === 'function' ? href() : href } : {})}
    >
      {parts}
    </Figure>
  );
}

/** Tasks with links; with the event's name when there are several. */
export function TaskList(props: {
  tasks: readonly Task[];
  i18n: Translator;
  csrfToken: string;
  titles?: ReadonlyMap<number, string>;
}): ReactElement {
  const { tasks, i18n, csrfToken, titles } = props;
  if (tasks.length === 0) return <p className="soft">{i18n.t('overview.tasks.none')}</p>;
  return (
    <ul className="tasks">
      {tasks.map((task) => {
        const { kind, eventId, count, href, each } = task;
        const text = i18n.t(`overview.task.${kind}`, { count });
        const title = eventId === null ? undefined : titles?.get(eventId);
        return (
          <li key={`${kind} ${eventId}`} className="task" data-task={kind}>
            <p>
              {href ? <a href={href}>{text}</a> : text}
              {title ? (
                <>
                  {' '}
                  <a className="soft" href={eventPath(eventId as number)}>
                    {title}
                  </a>
                </>
              ) : null}
            </p>
            {each.length > 0 ? (
              <ul className="task-parts">
                {each.map((one) => (
                  <li key={one.href}>
                    <a href={one.href}>{one.label}</a>
                  </li>
                ))}
                {count > each.length ? <li>{i18n.t('overview.task.more', { count: count - each.length })}</li> : null}
              </ul>
            ) : null}
            {(kind === 'scans' || kind === 'handOuts') && eventId !== null ? (
              <Form
                action={`${eventPath(eventId)}/${kind === 'scans' ? 'scans' : 'hand-outs'}-seen`}
                className="task-done"
                csrfToken={csrfToken}
              >
                <Button look="quiet" small>
                  {i18n.t('overview.task.scansSeen')}
                </Button>
              </Form>
            ) : null}
          </li>
        );
      })}
    </ul>
  );
}
