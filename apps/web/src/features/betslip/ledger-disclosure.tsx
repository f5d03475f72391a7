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

/** The season's slips: who covered them and what they returned. */
export function LedgerDisclosure({ league, season }: Props) {
  const ledger = useQuery(ledgerQuery(league, season))
  return (
    <Disclosure title={`${season} season ledger`}>
      <Loaded
        query={ledger}
        errorTitle="Failed to load the ledger"
        skeleton={<Skeleton label="Loading ledger" rows={4} height={32} />}
      >
        {(data) => (
          <div className={styles['ledger']}>
            <p className={styles['notice']}>{data.notice}</p>
            {data.weeks.length === 0 ? (
              <EmptyState hint="Weeks appear after picks lock.">No results yet.</EmptyState>
            ) : (
              <>
                <LedgerTotals ledger={data} />
                <LedgerTable ledger={data} />
              </>
            )}
          </div>
        )}
      </Loaded>
    </Disclosure>
  )
}
