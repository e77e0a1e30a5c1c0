import type { ReactElement } from 'react';
import { useWords } from '#src/ui/page.tsx';

export function ErrorPage({ message, errorId }: { status: number; code: string; message: string; errorId: string }): ReactElement {
  const words = useWords();
  return (
    <section>
      <h1>{words.t('ui.error.title')}</h1>
      <p>{message}</p>
      <p>{words.t('ui.error.id', { errorId })}</p>
    </section>
  );
}
