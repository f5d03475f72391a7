import { formatPoints } from '../../ui/format/points.ts'
import { formatWinPercentage } from '../../ui/format/win-percentage.ts'
import { useHistoryContext } from './history-context.ts'
import { OwnerNames } from './owner-names.tsx'
import { Section } from './section.tsx'
import styles from './stat-card.module.css'
import type { FunFacts as Facts, Season } from './use-history.ts'

type Fact = {
  label: string
  number: string
  owners: readonly string[]
  context: string
  /** In which it was, where it was in one. */
  season?: number
}

type Props = { facts: Facts; seasons: readonly Season[] }

/** Who leads in what; a name opens the owner's page, a season its table. */
export function FunFacts({ facts, seasons }: Props) {
  const { openOverlay } = useHistoryContext()
  const excluded = seasons.filter((each) => each.records_excluded !== null).map(({ season }) => season)
  const note =
    excluded.length === 0 ? {} : { note: `Most points in a season: without ${excluded.join(', ')}` }
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

function toFacts(facts: Facts): Fact[] {
  const tenure = facts.longest_tenure
  const best = facts.pf_season_leader
  return [
    {
      ...toFact('Longest tenure', tenure === null ? null : { ...tenure, value: tenure.years }, String),
      context: 'Seasons played',
    },
    { ...toFact('Most titles', facts.most_titles, String), context: 'Seasons won' },
    {
      ...toFact('Best win share', facts.best_win_pct_2yr_min, formatWinPercentage),
      context: 'Two finished seasons or more',
    },
    {
      ...toFact('Most points a game', facts.highest_ppg_2yr_min, formatPoints),
      context: 'Two finished seasons or more',
    },
    {
      ...toFact('Most points in a season', best, formatPoints),
      ...(best === null
        ? { context: 'One regular season' }
        : { context: `Regular season ${best.season}`, season: best.season }),
    },
    { ...toFact('Most points in all', facts.pf_career_leader, formatPoints), context: 'All regular seasons' },
    { ...toFact('Most wins', facts.most_wins_manager, String), context: 'All regular seasons' },
    { ...toFact('Most second places', facts.most_runner_up_manager, String), context: 'Runner-up' },
    { ...toFact('Most third places', facts.most_thirds_manager, String), context: 'Third on the podium' },
  ]
}

function toFact(
  label: string,
  fact: { owners: readonly string[]; value: number } | null,
  show: (value: number) => string,
): Omit<Fact, 'context'> {
  return { label, number: fact === null ? '—' : show(fact.value), owners: fact?.owners ?? [] }
}
