import { BET_WEEKS } from '@fieldhouse/domain/betting-week'
import { MAX_ODDS } from '@fieldhouse/domain/odds'
import { PARLAY_LEGS } from '@fieldhouse/domain/parlay'
import { Disclosure } from '../../ui/disclosure.tsx'
import styles from './guidelines.module.css'

const GUIDELINES = [
  'Each owner has one pick a week. It may be changed until the cut-off.',
  'The cut-off is Saturday at 5pm CST, and never later than 5pm of your own Saturday.',
  `The slip is a parlay of ${PARLAY_LEGS} legs. A lost leg loses it; push and void legs count 1.0.`,
  `Odds are capped at +${MAX_ODDS}. Picks without odds or above the cap are kept and flagged.`,
  'Only bets on Sunday and Monday games.',
  'The opponents of teams that are picked cannot be picked.',
  `The bet is $10 in the regular season, weeks 1–13, and $50 in the playoffs, weeks 14–${BET_WEEKS}; a league whose playoffs begin in another week changes there.`,
  'The lowest scorer of the week before pays. The lowest scorer of week 13 carries over to week 1 of next year.',
]

export function Guidelines() {
  return (
    <Disclosure title="Guidelines">
      <ul className={styles['guidelines']}>
        {GUIDELINES.map((guideline) => (
          <li key={guideline}>{guideline}</li>
        ))}
      </ul>
    </Disclosure>
  )
}
