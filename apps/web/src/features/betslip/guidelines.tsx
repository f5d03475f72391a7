import { BET_WEEKS } from '@fieldhouse/domain/betslip/betting-week'
import { MAX_ODDS } from '@fieldhouse/domain/betslip/odds'
import { PARLAY_LEGS } from '@fieldhouse/domain/betslip/parlay'
import { Disclosure } from '../../ui/disclosure.tsx'
import styles from './guidelines.module.css'

const GUIDELINES = [
  'Each owner makes one pick per week. You can change yours until the cutoff.',
  "The cutoff is Saturday at 5pm CST, or 5pm your time if that's earlier.",
  `The slip is a ${PARLAY_LEGS}-leg parlay. One lost leg loses the slip. Push and void legs count as 1.0.`,
  `Odds are capped at +${MAX_ODDS}. Picks with no odds or odds above the cap are saved and flagged.`,
  'Only Sunday and Monday game bets are allowed.',
  'Opponents of picked teams cannot be picked.',
  `The bet is $10 in the regular season (Weeks 1–13) and $50 in the playoffs (Weeks 14–${BET_WEEKS}). If your playoffs start in a different week, the bet changes that week.`,
  "The previous week's lowest scorer pays. The Week 13 lowest scorer carries over to Week 1 of next year.",
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
