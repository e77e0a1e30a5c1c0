import { usePage } from '#src/ui/page.tsx';
import { type StoredName, storedNames } from './stored-names.ts';

/** The names stored in the browser, with purpose and lifetime. */
export function StoredList({ group }: { group: StoredName['group'] }) {
  const { i18n } = usePage();
  const lasting = ({ lasts }: StoredName): string =>
    typeof lasts === 'string' ? i18n.t(`stored.lasts.${lasts}`) : i18n.t(`stored.lasts.${lasts[0]}`, { n: lasts[1] });
  return (
    <ul className="stored-list small">
      {storedNames
        .filter((one) => one.group === group)
        .map((one) => (
          <li key={`${one.where} ${one.name}`}>
            <code>{one.name}</code> ({i18n.t(`stored.where.${one.where}`)}, {lasting(one)}):{' '}
            {i18n.t(`stored.what.${one.id}`)}
          </li>
        ))}
    </ul>
  );
}
