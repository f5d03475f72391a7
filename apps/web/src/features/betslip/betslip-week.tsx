import { Card } from '../../ui/card.tsx'
import styles from './betslip-week.module.css'
import { Guidelines } from './guidelines.tsx'
import { LedgerDisclosure } from './ledger-disclosure.tsx'
import { LowestScorerCard } from './lowest-scorer-card.tsx'
import { PickEntry } from './pick-entry.tsx'
import { PicksTable } from './picks-table.tsx'
import { SheetRefresh } from './sheet-refresh.tsx'
import { SlipCalculator } from './slip-calculator.tsx'
import type { Bets } from './use-bets.ts'

type Props = { league: string; bets: Bets; isAdmin: boolean; timeZone: string }

/** A week of the Betslip: its picks, with the slip to the right, or below on a phone. */
export function BetslipWeek({ league, bets, isAdmin, timeZone }: Props) {
  return (
    <div className={styles['week']}>
      <div className={styles['picks']}>
        <PickEntry league={league} bets={bets} isAdmin={isAdmin} timeZone={timeZone} />
        <Card title="Picks">
          <PicksTable league={league} bets={bets} isAdmin={isAdmin} />
        </Card>
      </div>
      <div className={styles['slip']}>
        <SlipCalculator bets={bets} />
        <LowestScorerCard {...bets} />
      </div>
      <div className={styles['more']}>
        {isAdmin ? (
          <Card title="Picks from Google Sheets">
            <SheetRefresh league={league} week={bets} hasSheet={bets.has_sheet} />
          </Card>
        ) : null}
        <Guidelines />
        <LedgerDisclosure league={league} season={bets.season} />
      </div>
    </div>
  )
}
