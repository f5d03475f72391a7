import { useEffect, useRef } from 'react'
import { NO_SELECTION } from '../../../router/location.ts'
import { useLocation } from '../../../router/router.ts'
import { ShareButton } from '../../../router/share-button.tsx'
import { formatPoints } from '../../../ui/format/points.ts'
import { formatWinPercentage } from '../../../ui/format/record.ts'
import ui from '../../../ui/ui.module.css'
import { formatRecordValue, RECORD_LABELS, type RecordName } from '../games/game-format.ts'
import { useHistoryContext } from '../history-context.ts'
import { OwnerNames } from '../owners/owner-button.tsx'
import { hasHeadToHeadPoints, listOtherFormats } from '../season-status.ts'
import { Section } from '../section.tsx'
import {
  type GameRecord,
  type FunFacts as HistoryFunFacts,
  type LeagueRecords as HistoryRecords,
  recordsImage,
  type Season,
} from '../use-history.ts'
import { recordContext, recordHolder } from './record-format.ts'
import { findRecordName, recordView } from './record-view.ts'
import styles from './records.module.css'

/** The league records, in display order. */
const RECORD_NAMES = Object.keys(RECORD_LABELS) as RecordName[]

type LeagueRecordsProps = { records: HistoryRecords; seasons: readonly Season[] }

/** Single-game records. Each opens its game. */
export function LeagueRecords({ records, seasons }: LeagueRecordsProps) {
  const { league } = useHistoryContext()
  const excluded = [
    ...listOtherFormats(seasons),
    ...seasons.flatMap(({ season, records_excluded: exclusion }) =>
      exclusion === null ? [] : `${season} (${exclusion.reason})`,
    ),
  ]
  return (
    <Section
      title="League Records (regular season)"
      note={excluded.length === 0 ? undefined : `Excludes ${excluded.join(', ')}`}
      aside={
        RECORD_NAMES.every((name) => records[name] === null) ? null : (
          <ShareButton title={`Records of ${league}`} label="Share records" image={recordsImage(league)} />
        )
      }
    >
      <ul className={styles.grid}>
        {RECORD_NAMES.map((name) => (
          <li key={name}>
            <RecordCard name={name} record={records[name]} />
          </li>
        ))}
      </ul>
    </Section>
  )
}

function RecordCard({ name, record }: { name: RecordName; record: GameRecord | null }) {
  const { league, openOverlay } = useHistoryContext()
  const card = useRef<HTMLDivElement>(null)
  const isLinked = findRecordName(useLocation().view) === name
  useEffect(() => {
    if (!isLinked) return
    card.current?.scrollIntoView({ block: 'center', behavior: 'instant' })
    card.current?.querySelector('button')?.focus({ preventScroll: true })
  }, [isLinked])
  if (record === null) {
    return (
      <div className={`${ui.frame} ${styles.card}`}>
        <span className={ui.note}>{RECORD_LABELS[name]}</span>
        <span className={styles.number}>—</span>
        <span className={`${ui.note} ${styles.context}`}>No eligible games yet</span>
      </div>
    )
  }
  const { season, game_id: game } = record
  const label = RECORD_LABELS[name]
  return (
    <div ref={card} className={styles.shareable}>
      <button
        type="button"
        className={`${ui.frame} ${styles.card}`}
        onClick={() => openOverlay({ kind: 'game', season, game })}
      >
        <span className={ui.note}>{label}</span>
        <span className={styles.number}>{formatRecordValue(name, record)}</span>
        <span className={styles.name}>{recordHolder(record)}</span>
        <span className={`${ui.note} ${styles.context}`}>{recordContext(record)}</span>
      </button>
      <span className={styles.share}>
        <ShareButton
          title={`${label} of ${league}`}
          to={{ ...NO_SELECTION, view: recordView(name) }}
          label={`Share ${label.toLowerCase()}`}
          image={recordsImage(league, name)}
          canPost
        />
      </span>
    </div>
  )
}

type FunFactsProps = { facts: HistoryFunFacts; seasons: readonly Season[] }

/** Category leaders. Names open the owner's page; seasons open the standings. */
export function FunFacts({ facts, seasons }: FunFactsProps) {
  const { openOverlay } = useHistoryContext()
  const excluded = seasons.filter((season) => season.records_excluded !== null).map(({ season }) => season)
  const others = listOtherFormats(seasons)
  const hasPoints = hasHeadToHeadPoints(seasons)
  const shownFacts = toFacts(facts).filter(({ isFinish }) => hasPoints || isFinish)
  const notes = [
    ...(excluded.length === 0 ? [] : [`Most points in a season excludes ${excluded.join(', ')}`]),
    ...(others.length === 0 || !hasPoints ? [] : [`Wins and points exclude ${others.join(', ')}`]),
  ]
  return (
    <Section title="Fun Facts" note={notes.length === 0 ? undefined : notes.join(' · ')}>
      <ul className={styles.grid}>
        {shownFacts.map(({ label, number, owners, context, season }) => (
          <li key={label}>
            <div className={`${ui.frame} ${styles.card}`}>
              <span className={ui.note}>{label}</span>
              <span className={styles.number}>{number}</span>
              {owners.length === 0 ? null : (
                <div className={styles.name}>
                  <OwnerNames owners={owners} />
                </div>
              )}
              {season === undefined ? (
                <span className={`${ui.note} ${styles.context}`}>{context}</span>
              ) : (
                <button
                  type="button"
                  className={`${ui.note} ${styles.context} ${styles.link}`}
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

type Fact = {
  label: string
  /** Whether it is about seasons played and final ranks, which every format has. */
  isFinish: boolean
  number: string
  owners: readonly string[]
  context: string
  /** The season that the card links to; undefined for a fact about several seasons. */
  season?: number | undefined
}

function toFacts(facts: HistoryFunFacts): Fact[] {
  const tenure = facts.longest_tenure
  const season = facts.pf_season_leader?.season
  return [
    finish(
      'Longest tenure',
      tenure === null ? null : { ...tenure, value: tenure.years },
      String,
      'Seasons played',
    ),
    finish('Most titles', facts.most_titles, String, 'Championships'),
    toFact('Best win %', facts.best_win_pct_2yr_min, formatWinPercentage, 'Min. two finished seasons'),
    toFact('Highest PPG', facts.highest_ppg_2yr_min, formatPoints, 'Min. two finished seasons'),
    {
      ...toFact(
        'Most points in a season',
        facts.pf_season_leader,
        formatPoints,
        season === undefined ? 'Single regular season' : `${season} regular season`,
      ),
      season,
    },
    toFact('Most career points', facts.pf_career_leader, formatPoints, 'All regular seasons'),
    toFact('Most wins', facts.most_wins_manager, String, 'All regular seasons'),
    finish('Most runner-up finishes', facts.most_runner_up_manager, String, '2nd place'),
    finish('Most third-place finishes', facts.most_thirds_manager, String, '3rd place'),
  ]
}

const finish = (...fact: Parameters<typeof toFact>): Fact => ({ ...toFact(...fact), isFinish: true })

function toFact(
  label: string,
  fact: { owners: readonly string[]; value: number } | null,
  formatValue: (value: number) => string,
  context: string,
): Fact {
  return {
    label,
    isFinish: false,
    number: fact === null ? '—' : formatValue(fact.value),
    owners: fact?.owners ?? [],
    context,
  }
}
