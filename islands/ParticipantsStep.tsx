import { type FormEvent, type ReactElement, useRef, useState } from 'react';
import type { Catalog } from '#modules/events/rules/catalog.ts';
import type { DraftTeam } from '#modules/orders/rules/draft.ts';
import { adoptedAnswers, isNameless } from '#modules/orders/rules/draft-answers.ts';
import { basketOfDraft, type DraftFaults, draftFaults, participantPath } from '#modules/orders/rules/draft-check.ts';
import { applyIntent, chosenIntent, type KnownPerson, teamsOfForm } from '#modules/orders/rules/draft-form.ts';
import { articlesLost } from '#modules/orders/rules/draft-move.ts';
import { draftPrice } from '#modules/orders/rules/draft-vouchers.ts';
import { type OrderedPerson, stillToEnter } from '#modules/orders/rules/known-people.ts';
import { summaryLines } from '#modules/orders/rules/live-price.ts';
import { nameOf, needsVoucher, shownCodes } from '#modules/orders/rules/voucher-messages.ts';
import type { Voucher } from '#modules/vouchers/rules/voucher.ts';
import type { Problem } from '#src/kernel/problem.ts';
import { Summary, SummaryBar, WithSide } from '#src/ui/booking.tsx';
import { Alert } from '#src/ui/display.tsx';
import { fieldId } from '#src/ui/field.tsx';
import { Button, ButtonLink, CsrfField, ErrorSummary } from '#src/ui/form.tsx';
import { formatCents, type Locale, parseDate } from '#src/ui/format.ts';
import { VoucherBox } from '#src/ui/voucher-box.tsx';
import { useAvailability } from './participants/availability.ts';
import { Competition } from './participants/competition.tsx';
import { type AskedMove, MoveQuestion } from './participants/move-question.tsx';
import type { CompetitionTexts, StepTexts } from './participants/texts.ts';
import { useVouchers } from './participants/vouchers.ts';

export type ParticipantsStepProps = {
  catalog: Catalog;
  teams: DraftTeam[];
  protectionIds: number[];
  voucherCodes: string[];
  vouchers: Voucher[];
  typedCode: string;
  /** The code that was refused in the post that this page answers. */
  refused: { code: string; text: string } | null;
  shippingCountry: string | null;
  /** Shown at once: the answer to a post. */
  showFaults: boolean;
  /** What the visitor's own account knows; null for an address that was only typed. */
  me: KnownPerson | null;
  /** Of one's own earlier orders; nobody for an address that was only typed. */
  people: OrderedPerson[];
  /** A move that the page asks about. */
  asked: AskedMove | null;
  locale: Locale;
  now: number;
  csrfToken: string | null;
  action: string;
  backHref: string;
  countries: { value: string; label: string }[];
  texts: StepTexts;
  competitionTexts: Record<number, CompetitionTexts>;
};

/** Whose name is missing. */
const blankOf = (teams: readonly DraftTeam[]): ReadonlySet<string> =>
  new Set(teams.flatMap((team) => team.participants.filter(isNameless).map(({ localId }) => localId)));

const newLocalId = (): string =>
  Array.from(crypto.getRandomValues(new Uint8Array(12)), (byte) => byte.toString(16).padStart(2, '0')).join('');

/**
 * Who starts where. The page works without this script; with it nothing reloads: people are added and removed in place,
 * the price follows, and a field is checked when one leaves it, all by the rules that the server uses.
 */
export default function ParticipantsStep(props: ParticipantsStepProps): ReactElement {
  const { locale, texts, competitionTexts } = props;
  const { catalog, now, changed: newPrices } = useAvailability(props.catalog, props.now);
  const readDate = (text: string) => parseDate(text, locale);
  const money = (cents: number) => formatCents(cents, locale);
  const form = useRef<HTMLFormElement>(null);
  const [teams, setTeams] = useState(props.teams);
  const [faults, setFaults] = useState<DraftFaults>(() =>
    props.showFaults ? draftFaults(catalog, props.teams, readDate, now) : {},
  );
  // Fields keep their own text; who was filled in by a button gets fresh fields.
  const [filled, setFilled] = useState<Record<string, number>>({});
  const [blank, setBlank] = useState(() => blankOf(props.teams));
  const [asked, setAsked] = useState(props.asked);
  const [posted, setPosted] = useState(props.showFaults);

  const { entered, takeOver } = useVouchers(form, props);

  const typed = () => (form.current ? teamsOfForm(new FormData(form.current), teams) : teams);
  const price = draftPrice(
    catalog,
    {
      ...basketOfDraft(catalog, { teams, protectionIds: props.protectionIds }, readDate),
      contactAddress: { countryCode: props.shippingCountry },
      deliveryAddress: null,
    },
    entered.voucherCodes,
    entered.vouchers,
    now,
  );
  const total = price.quote ? money(price.quote.totalPrice) : '–';

  const change = (button: string) => (event: { preventDefault(): void }) => {
    event.preventDefault();
    const before = typed();
    const intent = form.current ? chosenIntent(new FormData(form.current), button) : button;
    const [verb, teamIndex, index, answer] = intent.split(':');
    setAsked(null);
    if (verb === 'move' && !answer && index && articlesLost(catalog.articles, before[Number(teamIndex)]).length > 0) {
      setTeams(before);
      return setAsked({ teamIndex: Number(teamIndex), competitionId: Number(index) });
    }
    const next = applyIntent(intent, catalog, before, newLocalId, props);
    if (!next) return;
    setTeams(next);
    setBlank(blankOf(next));
    // Names count places, so what was wrong at one place says nothing about who stands there now.
    setFaults(posted ? draftFaults(catalog, next, readDate, now) : {});
    if (verb === 'move') {
      requestAnimationFrame(() => document.getElementById(fieldId(`teams[${teamIndex}]`))?.focus());
      return;
    }
    const changed = ['copy', 'me', 'known'].includes(verb ?? '')
      ? next[Number(teamIndex)]?.participants[Number(index)]
      : undefined;
    if (changed) {
      setFilled((counts) => ({ ...counts, [changed.localId]: (counts[changed.localId] ?? 0) + 1 }));
      requestAnimationFrame(() => {
        const card = form.current?.querySelector<HTMLElement>(`[data-person="${CSS.escape(changed.localId)}"]`);
        const fields = [...(card?.querySelectorAll<HTMLInputElement>('input:not([type="hidden"]), select') ?? [])];
        (fields.find((field) => field.value === '') ?? fields[0])?.focus();
      });
    }
    const known = new Set(before.flatMap((team) => team.participants.map((person) => person.localId)));
    const added = next.flatMap((team) => team.participants).find((person) => !known.has(person.localId));
    if (added) {
      requestAnimationFrame(() => {
        const card = form.current?.querySelector<HTMLElement>(`[data-person="${CSS.escape(added.localId)}"]`);
        card?.querySelector<HTMLInputElement>('input[type="text"]')?.focus();
      });
    }
  };

  /** Who somebody is stands above their fields, and who comes next in a team takes over answers. */
  const follow = () => {
    const before = typed();
    const next = adoptedAnswers(catalog, before);
    setTeams(next);
    for (const [teamIndex, team] of next.entries()) {
      for (const [index, { fields }] of team.participants.entries()) {
        for (const [id, answer] of Object.entries(fields)) {
          if (before[teamIndex]?.participants[index]?.fields[id] === answer) continue;
          const control = form.current?.elements.namedItem(`${participantPath(teamIndex, index)}.fields.${id}`);
          if (control) (control as HTMLInputElement).value = answer;
        }
      }
    }
  };

  /** On leaving a field; and while one mends a field that was wrong. */
  const check = (event: FormEvent<HTMLFormElement>) => {
    const { name, value } = event.target as unknown as HTMLInputElement;
    if (name && event.type === 'blur') follow();
    if (!name || (event.type === 'change' ? !(name in faults) : value === '' && !posted)) return;
    const found = draftFaults(catalog, typed(), readDate, now)[name];
    setFaults(({ [name]: _, ...others }) => (found ? { ...others, [name]: found } : others));
  };

  const submit = (event: FormEvent<HTMLFormElement>) => {
    if (takeOver(event)) return;
    const found = draftFaults(catalog, typed(), readDate, now);
    if (Object.keys(found).length === 0) {
      if (needsVoucher(price.problem) === null) return;
      event.preventDefault();
      document.getElementById('field-voucherCode')?.focus();
      return;
    }
    event.preventDefault();
    setPosted(true);
    setFaults(found);
    const first = Object.keys(found)[0] ?? '';
    requestAnimationFrame(() => document.getElementById(fieldId(first))?.focus());
  };

  const sentences = Object.fromEntries(
    Object.entries(faults).map(([name, { fault, competitionId, count }]) => {
      const own = competitionTexts[competitionId]?.faults;
      const text =
        own && fault in own ? own[fault as keyof typeof own] : (texts.faults[fault] ?? texts.faults.required);
      return [name, text.replace('{count}', String(count))];
    }),
  ) as Record<string, string>;

  return (
    <>
      <WithSide
        side={
          <Summary
            lines={summaryLines(price.quote, texts.itemNames, money)}
            total={total}
            texts={texts.summary}
            empty={price.problem && teams.length > 0 ? texts.noPrice : texts.empty}
          >
            <VoucherBox
              codes={shownCodes(
                price.codes,
                { catalog, basket: price.basket, vouchers: entered.vouchers, now },
                texts.vouchers.messages,
                money,
              )}
              texts={texts.vouchers.box}
              action={props.action}
              refused={entered.refused}
              typed={entered.typedCode}
              isBusy={entered.isBusy}
              round={entered.round}
            />
          </Summary>
        }
      >
        <form
          ref={form}
          id="booking"
          method="post"
          action={props.action}
          noValidate
          className="form"
          onBlur={check}
          onChange={check}
          onSubmit={submit}
        >
          <CsrfField token={props.csrfToken} />
          <button
            type="submit"
            name="intent"
            value="enter"
            className="visually-hidden"
            tabIndex={-1}
            aria-hidden="true"
          >
            {texts.next}
          </button>
          {posted ? <ErrorSummary title={texts.errorsTitle} errors={named(sentences, teams, texts)} /> : null}
          {price.problem && teams.length > 0 ? (
            <PriceProblem problem={price.problem} teams={typed()} texts={texts} />
          ) : null}
          {asked ? (
            <MoveQuestion
              asked={asked}
              catalog={catalog}
              teams={teams}
              texts={texts}
              change={change}
              onNo={() => setAsked(null)}
            />
          ) : null}
          <p role="status" className="visually-hidden">
            {newPrices
              .map(({ title, price: cents }) =>
                texts.newPrice.replace('{competition}', () => title).replace('{price}', () => money(cents)),
              )
              .join(' ')}
          </p>
          {catalog.competitions.map((competition, at) => (
            <Competition
              key={competition.id}
              {...props}
              catalog={catalog}
              isFirst={at === 0}
              blank={blank}
              people={stillToEnter(props.people, teams, readDate)}
              competition={competition}
              teams={teams}
              filled={filled}
              sentences={sentences}
              now={now}
              change={change}
            />
          ))}
          <p className="required-note">{texts.requiredNote}</p>
          <div className="form-actions">
            <ButtonLink look="quiet" href={props.backHref}>
              {texts.back}
            </ButtonLink>
            <span className="in-bar">
              <Button name="intent" value="next">
                {texts.next}
              </Button>
            </span>
          </div>
        </form>
      </WithSide>
      <SummaryBar total={total} texts={{ total: texts.summary.total, details: texts.details }}>
        <Button form="booking" name="intent" value="next">
          {texts.next}
        </Button>
      </SummaryBar>
    </>
  );
}

/** Why there is no price; a ticket for those who hold a voucher is named, with the way to the box. */
function PriceProblem(props: { problem: Problem; teams: readonly DraftTeam[]; texts: StepTexts }): ReactElement {
  const { problem, teams, texts } = props;
  const holder = needsVoucher(problem);
  if (holder === null) {
    return (
      <Alert tone="bad" urgent>
        {texts.problems[problem.code] ?? texts.problems.UNKNOWN}
      </Alert>
    );
  }
  const name = nameOf(teams, holder);
  const { onlyWithVoucher, onlyWithVoucherNameless, toBox } = texts.vouchers;
  return (
    <Alert tone="bad" urgent title={name ? onlyWithVoucher.replace('{name}', () => name) : onlyWithVoucherNameless}>
      <a href="#field-voucherCode">{toBox}</a>
    </Alert>
  );
}

/** In the summary a sentence stands far from its field, so it says which one is meant. */
function named(sentences: Record<string, string>, teams: readonly DraftTeam[], texts: StepTexts) {
  const labels = texts as unknown as Record<string, string>;
  return Object.fromEntries(
    Object.entries(sentences).map(([name, text]) => {
      const [, teamIndex, index, field] = /^teams\[(\d+)\](?:\.participants\[(\d+)\])?(?:\.(\w+))?/.exec(name) ?? [];
      if (teamIndex === undefined) return [name, text];
      const team = teams[Number(teamIndex)];
      const person = team?.participants[Number(index)];
      const typed = person ? `${person.firstName} ${person.lastName}`.trim() : '';
      const place = (person ? texts.person : texts.teamNumber).replace('{number}', String(Number(teamIndex) + 1));
      const who =
        (person ? typed : team?.teamName.trim()) ||
        (person && team && team.participants.length > 1
          ? texts.member.replace('{number}', String(Number(index) + 1))
          : place);
      const label =
        field && field !== 'fields' ? (labels[field === 'nationalityCountryCode' ? 'nationality' : field] ?? '') : '';
      return [name, [who, label, text].filter(Boolean).join(': ')];
    }),
  );
}
