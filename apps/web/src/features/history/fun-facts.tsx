import { formatPoints } from '../../ui/format/points.ts'
import { formatWinPercentage } from '../../ui/format/win-percentage.ts'
import { useHistoryContext } from './history-context.ts'
import { OwnerNames } from './owner-names.tsx'
import { Section } from './section.tsx'
import styles from './stat-card.module.css'
import type { FunFacts as HistoryFunFacts, Season } from './use-history.ts'

type Fact = {
  label: string
  number: string
  owners: readonly string[]
  context: string
  /** Set for a fact about a single season, which the card links to. */
  season?: number
}

type Props = { facts: HistoryFunFacts; seasons: readonly Season[] }

/** Category leaders. Names open the owner's page; seasons open the standings. */
export function FunFacts({ facts, seasons }: Props) {
  const { openOverlay } = useHistoryContext()
  const excluded = seasons.filter((season) => season.records_excluded !== null).map(({ season }) => season)
  const note =
    excluded.length === 0 ? {} : { note: `Most points in a season excludes ${excluded.join(', ')}` }
  return (
    <Section title="Fun Facts" {...note}>
      <ul className={styles['grid']}>
        {toFacts(facts).map(({ label, number, owners, context, season }) => (
          <li key={label}>
            <div className={styles['card']}>
              <span className={styles['label']}>{label}</span>
              <span className={styles['number']}>{number}</span>
              {owners.length === 0 ? null : (
                <div className={styles['name']}>
                  <OwnerNames owners={owners} />
                </div>
              )}
              {season === undefined ? (
                <span className={styles['context']}>{context}</span>
              ) : (
                <button
                  type="button"
                  className={`${styles['context']} ${styles['link']}`}
                  onClick={() => openOverlay({ kind: 'season', season })}
                >
                  {context}
                </button>
              )}
            </div>
          </li>
        ))}
      </ul>
    </Section>
  )
}

function toFacts(facts: HistoryFunFacts): Fact[] {
  const tenure = facts.longest_tenure
  const seasonLeader = facts.pf_season_leader
  return [
    {
      ...toFact('Longest tenure', tenure === null ? null : { ...tenure, value: tenure.years }, String),
      context: 'Seasons played',
    },
    { ...toFact('Most titles', facts.most_titles, String), context: 'Championships' },
    {
      ...toFact('Best win %', facts.best_win_pct_2yr_min, formatWinPercentage),
      context: 'Min. two finished seasons',
    },
    {
      ...toFact('Highest PPG', facts.highest_ppg_2yr_min, formatPoints),
      context: 'Min. two finished seasons',
    },
    {
      ...toFact('Most points in a season', seasonLeader, formatPoints),
      ...(seasonLeader === null
        ? { context: 'Single regular season' }
        : { context: `${seasonLeader.season} regular season`, season: seasonLeader.season }),
    },
    { ...toFact('Most career points', facts.pf_career_leader, formatPoints), context: 'All regular seasons' },
    { ...toFact('Most wins', facts.most_wins_manager, String), context: 'All regular seasons' },
    { ...toFact('Most runner-up finishes', facts.most_runner_up_manager, String), context: '2nd place' },
    { ...toFact('Most third-place finishes', facts.most_thirds_manager, String), context: '3rd place' },
  ]
}

function toFact(
  label: string,
  fact: { owners: readonly string[]; value: number } | null,
  formatValue: (value: number) => string,
): Omit<Fact, 'context'> {
  return { label, number: fact === null ? '—' : formatValue(fact.value), owners: fact?.owners ?? [] }
}
