import { useQuery } from '@tanstack/react-query'
import { Loaded } from '../../../ui/feedback/loaded.tsx'
import { Skeleton } from '../../../ui/feedback/skeleton.tsx'
import { Disclosure } from '../../../ui/layout/disclosure.tsx'
import { ledgerQuery } from '../use-bets.ts'
import { SeasonLedger } from './season-ledger.tsx'

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
        {(data) => <SeasonLedger ledger={data} />}
      </Loaded>
    </Disclosure>
  )
}
