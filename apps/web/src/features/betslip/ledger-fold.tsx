import { useQuery } from '@tanstack/react-query'
import { Empty } from '../../ui/empty.tsx'
import { Fold } from '../../ui/fold.tsx'
import { Loaded } from '../../ui/loaded.tsx'
import { Skeleton } from '../../ui/skeleton.tsx'
import styles from './ledger-fold.module.css'
import { LedgerTable } from './ledger-table.tsx'
import { LedgerTotals } from './ledger-totals.tsx'
import { ledgerOf } from './use-bets.ts'

type Props = { league: string; season: number }

/** Who paid for the season's slips, and what came back. */
export function LedgerFold({ league, season }: Props) {
  const ledger = useQuery(ledgerOf(league, season))
  return (
    <Fold title={`Season ledger ${season}`}>
      <Loaded
        query={ledger}
        failure="Failed to load the ledger"
        skeleton={<Skeleton label="Loading the ledger" rows={4} height={32} />}
      >
        {(books) => (
          <div className={styles['ledger']}>
            <p className={styles['notice']}>{books.notice}</p>
            {books.weeks.length === 0 ? (
              <Empty hint="A week stands here once it is locked with picks.">Nothing in the books yet.</Empty>
            ) : (
              <>
                <LedgerTotals books={books} />
                <LedgerTable books={books} />
              </>
            )}
          </div>
        )}
      </Loaded>
    </Fold>
  )
}
