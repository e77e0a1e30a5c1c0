import type { ReactElement } from 'react';
import { preinitModule } from 'react-dom';
import { PersonFields } from '#islands/participants/person-fields.tsx';
import type { Catalog, CatalogArticle, CatalogCompetition } from '#modules/events/rules/catalog.ts';
import { availableTickets, currentPrice } from '#modules/events/rules/sale.ts';
import { competitionTexts, personTexts } from '#modules/orders/index.ts';
import { variantLeft } from '#modules/orders/rules/article-lines.ts';
import { fieldsFor, isRequiredFrom } from '#modules/orders/rules/entry-check.ts';
import { askedFields, isParticipantField, requiredFields } from '#modules/orders/rules/participant.ts';
import type { Quote } from '#modules/orders/rules/pricing.ts';
import type { Instant } from '#src/kernel/time.ts';
import type { Translator } from '#src/texts/locale.ts';
import { countryOptions } from '#src/texts/long-options.ts';
import { Alert, Empty } from '#src/ui/display.tsx';
import { NumberField, RadioCards, SelectField, TextField } from '#src/ui/field.tsx';
import { Button, Form, type FormErrors } from '#src/ui/form.tsx';
import { LongSelectField } from '#src/ui/long-select.tsx';
import { usePage } from '#src/ui/page.tsx';
import { deskArticles, deskPostal, type ParsedTeam, pathOf } from './parse-team.ts';
import type { OfficePayment } from './register-late.ts';

/** Forms of a late registration; they work without scripts. */

type FormProps = { path: string; catalog: Catalog; i18n: Translator; now: Instant };

/** For a team the price per member. */
function priceText(competition: CatalogCompetition, i18n: Translator, now: Instant): string {
  const price = currentPrice(competition, now);
  if (!price) return '';
  return price.price === 0
    ? i18n.t('late.free')
    : competitionTexts(competition, i18n, now).price.replace('{price}', i18n.money(price.price));
}

export function CompetitionChoice({ path, catalog, i18n, now }: FormProps): ReactElement {
  const offered = catalog.competitions.filter((competition) => availableTickets(competition, now) > 0);
  if (offered.length === 0) return <Empty title={i18n.t('late.none.title')} text={i18n.t('late.none.text')} />;
  return (
    <ul className="scan-events">
      {offered.map((competition) => {
        const facts = [priceText(competition, i18n, now), competitionTexts(competition, i18n, now).facts];
        return (
          <li key={competition.id}>
            <a href={`${path}?competition=${competition.id}`}>
              <strong>{competition.title}</strong>
              <span className="soft">{facts.filter(Boolean).join(' · ')}</span>
            </a>
          </li>
        );
      })}
    </ul>
  );
}

type Entry = FormProps & {
  competition: CatalogCompetition;
  members: number;
  state: { input: Readonly<Record<string, string>>; errors: FormErrors; refusal: string | null };
  parsed: ParsedTeam;
};

export function EntryForm(props: Entry): ReactElement {
  const { path, catalog, competition, members, state, parsed, i18n, now } = props;
  const isTeam = competition.type === 'team';
  const most = competition.maxTeamSize > 0 ? competition.maxTeamSize : 30;
  const texts = personTexts(i18n);
  const price = priceText(competition, i18n, now);
  /** In the error summary the label needs the name of the participant. */
  const labelOf = (control: string): string | undefined => {
    const [, index = '0', name = ''] = /^teams\[0\]\.participants\[(\d+)\]\.(.+)$/.exec(control) ?? [];
    if (!isParticipantField(name)) return undefined;
    const label = texts.labels[name];
    return members > 1 ? `${i18n.t('late.member', { number: Number(index) + 1 })}, ${label}` : label;
  };
  return (
    <div className="prose stack">
      <p>
        <strong>{competition.title}</strong>
        {price ? ` · ${price}` : null} · <a href={path}>{i18n.t('late.other')}</a>
      </p>
      <Form
        action={path}
        requiredNote={i18n.t('ui.form.required')}
        state={state}
        labelOf={labelOf}
        guard
        data-needs-network=""
      >
        <input type="hidden" name="competition" value={competition.id} />
        <input type="hidden" name="members" value={members} />
        {isTeam ? (
          <TextField
            name="teams[0].teamName"
            label={i18n.t('late.teamName')}
            optional={i18n.t('ui.form.optional')}
            maxLength={150}
            autoComplete="off"
          />
        ) : null}
        {parsed.team.participants.map((person, index) => (
          <fieldset className="entry-person" key={person.localId}>
            <legend>{i18n.t(isTeam ? 'late.member' : 'late.person', { number: index + 1 })}</legend>
            <PersonFields
              names={askedFields(catalog.event, [competition])}
              questions={fieldsFor(catalog, competition.id).filter((field) => isRequiredFrom(field, index))}
              required={requiredFields(catalog.event, competition)}
              person={person}
              path={pathOf(index)}
              errors={state.errors}
              hints={{ email: i18n.t(index === 0 ? 'late.emailHint' : 'late.emailHintMember') }}
              isTeam={isTeam}
              locale={i18n.locale}
              texts={texts}
            />
            {deskArticles(catalog, competition.id, index).map((article) => (
              <ArticleFields key={article.id} article={article} index={index} i18n={i18n} />
            ))}
          </fieldset>
        ))}
        {catalog.event.needsContactAddress ? <PostalFields i18n={i18n} /> : null}
        <NeedsNetwork i18n={i18n} />
        <div className="form-actions">
          <Button name="step" value="check">
            {i18n.t('late.toPrice')}
          </Button>
          {isTeam && members < most ? (
            <Button name="step" value="more" look="quiet">
              {i18n.t('late.more')}
            </Button>
          ) : null}
          {isTeam && members > Math.max(1, competition.minTeamSize) ? (
            <Button name="step" value="fewer" look="quiet">
              {i18n.t('late.fewer')}
            </Button>
          ) : null}
        </div>
      </Form>
    </div>
  );
}

function ArticleFields(props: { article: CatalogArticle; index: number; i18n: Translator }): ReactElement {
  const { article, index, i18n } = props;
  const left = article.variants.filter((variant) => variantLeft(variant) > 0);
  const least = Math.max(1, article.minAmountPerParticipant ?? 1);
  const takesOne = (article.maxAmountPerParticipant ?? 0) === 1 && least === 1;
  const price = article.type === 'free' ? i18n.t('late.free') : i18n.money(article.price);
  return (
    <div className="entry-row">
      <SelectField
        name={`${pathOf(index)}article.${article.id}`}
        label={i18n.t('late.article', { name: article.name, price })}
        placeholder={i18n.t('late.noArticle')}
        options={left.map(({ id, name }) => ({ value: String(id), label: name || article.name }))}
        optional={i18n.t('ui.form.optional')}
      />
      {takesOne ? null : (
        <NumberField
          name={`${pathOf(index)}quantity.${article.id}`}
          label={i18n.t('late.quantity')}
          defaultValue={String(least)}
          maxLength={3}
        />
      )}
    </div>
  );
}

export function PostalFields({ i18n }: { i18n: Translator }): ReactElement {
  return (
    <fieldset className="entry-person">
      <legend>{i18n.t('late.address')}</legend>
      {deskPostal.map((part) =>
        part === 'countryCode' ? (
          <LongSelectField
            key={part}
            name="contactAddress.countryCode"
            label={i18n.t('orders.field.country')}
            options={countryOptions(i18n)}
            placeholder={i18n.t('ui.form.choose')}
            required
          />
        ) : (
          <TextField
            key={part}
            name={`contactAddress.${part}`}
            label={i18n.t(postalLabels[part])}
            autoComplete="off"
            maxLength={100}
            {...(part === 'houseNumber' ? { optional: i18n.t('ui.form.optional') } : { required: true })}
          />
        ),
      )}
    </fieldset>
  );
}
const postalLabels = {
  street: 'orders.field.street',
  houseNumber: 'orderAddress.houseNumber',
  zipCode: 'orderAddress.zipCode',
  city: 'orders.field.city',
} as const;

/** Hidden fields carry the input, so that nothing is stored for an aborted registration. */
const HiddenInput = ({ input }: { input: Readonly<Record<string, string>> }): ReactElement => (
  <>
    {Object.entries(input).map(([name, value]) => (
      <input key={name} type="hidden" name={name} value={value} />
    ))}
  </>
);

type Check = Pick<FormProps, 'path' | 'i18n'> & {
  input: Readonly<Record<string, string>>;
  quote: Quote;
  names: readonly string[];
  callKey: string;
  refusal: string | null;
  errors: FormErrors;
  office?: { payments: readonly OfficePayment[] } | undefined;
};

export function CheckForm(props: Check): ReactElement {
  const { path, input, quote, names, callKey, refusal, errors, office, i18n } = props;
  const total = i18n.money(quote.totalPrice);
  const isFree = quote.totalPrice === 0;
  return (
    <div className="prose stack">
      <p>
        <strong>{names.join(', ')}</strong>
      </p>
      <table className="late-lines">
        <tbody>
          {quote.orderItems.map((line) => (
            <tr key={`${line.kind} ${line.name} ${line.price}`}>
              <td>{i18n.t('orders.line.amountAndName', { amount: line.amount, name: line.name })}</td>
              <td className="figures">{i18n.money(line.priceTotal)}</td>
            </tr>
          ))}
        </tbody>
        <tfoot>
          <tr>
            <th scope="row">{i18n.t('late.total')}</th>
            <td className="figures">
              <strong>{total}</strong>
            </td>
          </tr>
        </tfoot>
      </table>
      <Form action={path} state={{ refusal, errors }} data-needs-network="">
        <HiddenInput input={input} />
        <input type="hidden" name="key" value={callKey} />
        <input type="hidden" name="totalPrice" value={quote.totalPrice} />
        {office ? null : <p>{i18n.t(isFree ? 'late.agreedFree' : 'late.agreed')}</p>}
        {office && !isFree ? (
          <RadioCards
            name="payment"
            label={i18n.t('office.payment')}
            required
            choices={office.payments.map((payment) => ({
              value: payment,
              label: i18n.t(`office.payment.${payment}`),
              text: i18n.t(`office.payment.${payment}.text`),
            }))}
          />
        ) : null}
        <NeedsNetwork i18n={i18n} />
        <div className="form-actions">
          <Button name="step" value="book" wide>
            {office ? i18n.t('office.submit') : isFree ? i18n.t('late.bookFree') : i18n.t('late.book', { total })}
          </Button>
          <Button name="step" value="edit" look="quiet">
            {i18n.t('late.edit')}
          </Button>
        </div>
      </Form>
      {isFree || office ? null : <p className="soft small">{i18n.t('late.receipt')}</p>}
    </div>
  );
}

export function LateRegistrationOff(): ReactElement {
  const { i18n } = usePage();
  return <Alert tone="wait">{i18n.t('problem.CASH_NOT_ALLOWED')}</Alert>;
}

/** Warns when the device is offline: cash sales are not queued. Without scripts the browser reports it. */
function NeedsNetwork({ i18n }: { i18n: Translator }): ReactElement {
  preinitModule(usePage().assets.manifest.runtime, { as: 'script' });
  return (
    <p className="notice" role="status" data-no-network={i18n.t('late.offline')} hidden>
      {i18n.t('late.offline')}
    </p>
  );
}
