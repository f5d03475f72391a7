import { useQuery } from '@tanstack/react-query'
import { Disclosure } from '../../ui/disclosure.tsx'
import { EmptyState } from '../../ui/empty-state.tsx'
import { Loaded } from '../../ui/loaded.tsx'
import { Skeleton } from '../../ui/skeleton.tsx'
import styles from './ledger-disclosure.module.css'
import { LedgerTable } from './ledger-table.tsx'
import { LedgerTotals } from './ledger-totals.tsx'
import { ledgerQuery } from './use-bets.ts'

type Props = { league: string; season: number }

/** Who paid for the season's slips, and what came back. */
export function LedgerDisclosure({ league, season }: Props) {
  const ledger = useQuery(ledgerQuery(league, season))
  return (
    <Disclosure title={`Season ledger ${season}`}>
      <Loaded
        query={ledger}
        errorTitle="Failed to load the ledger"
        skeleton={<Skeleton label="Loading the ledger" rows={4} height={32} />}
      >
        {(books) => (
          <div className={styles['ledger']}>
            <p className={styles['notice']}>{books.notice}</p>
            {books.weeks.length === 0 ? (
              <EmptyState hint="A week stands here once it is locked with picks.">
                Nothing in the books yet.
              </EmptyState>
            ) : (
              <>
                <LedgerTotals ledger={books} />
                <LedgerTable ledger={books} />
              </>
            )}
          </div>
        )}
      </Loaded>
    </Disclosure>
  )
}
