import { RECORD_NAMES, RECORD_TITLES } from '@fieldhouse/domain/history/league-records'
import { useEffect, useRef } from 'react'
import { NO_SELECTION, useLocation } from '../../router/router.ts'
import { ShareButton } from '../../router/sharing.tsx'
import { type Column, DataTable } from '../../ui/display/data-table.tsx'
import { EmptyState } from '../../ui/feedback/feedback.tsx'
import { formatFullRecord, formatPoints, formatWinPercentage } from '../../ui/format/format.ts'
import { useShortList } from '../../ui/layout/disclosure.tsx'
import { Grid } from '../../ui/layout/layout.tsx'
import {
  findRecordName,
  formatRecordValue,
  type RecordName,
  recordContext,
  recordHolder,
  recordView,
} from './game-row.tsx'
import styles from './history.module.css'
import { useHistoryContext } from './history-context.ts'
import { OwnerCell, OwnerNames } from './owners/owner-button.tsx'
import { FactCard, Section, Unbroken } from './section.tsx'
import {
  type GameRecord,
  type FunFacts as HistoryFunFacts,
  type LeagueRecords as HistoryRecords,
  hasHeadToHeadPoints,
  listOtherFormats,
  type OwnerTotals,
  recordsImage,
  type Season,
} from './use-history.ts'

type LeagueRecordsProps = { records: HistoryRecords; seasons: readonly Season[] }

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
      <Grid as="ul" min={300} gap={2}>
        {RECORD_NAMES.map((name) => (
          <li key={name}>
            <RecordCard name={name} record={records[name]} />
          </li>
        ))}
      </Grid>
    </Section>
  )
}

function RecordCard({ name, record }: { name: RecordName; record: GameRecord | null }) {
  const { league, openOverlay } = useHistoryContext()
  const card = useRef<HTMLDivElement>(null)
  const isLinked = findRecordName(useLocation().view) === name
  const label = RECORD_TITLES[name]
  useEffect(() => {
    if (!isLinked) return
    card.current?.scrollIntoView({ block: 'center', behavior: 'instant' })
    card.current?.querySelector('button')?.focus({ preventScroll: true })
  }, [isLinked])
  if (record === null) return <FactCard label={label} number="—" context="No eligible games yet" />
  const { season, game_id: game } = record
  return (
    <FactCard
      ref={card}
      label={label}
      number={formatRecordValue(name, record)}
      name={recordHolder(record)}
      context={<Unbroken>{recordContext(record)}</Unbroken>}
      onOpen={() => openOverlay({ kind: 'game', season, game })}
      action={
        <ShareButton
          title={`${label} of ${league}`}
          to={{ ...NO_SELECTION, view: recordView(name) }}
          label={`Share ${label.toLowerCase()}`}
          image={recordsImage(league, name)}
          canPost
        />
      }
    />
  )
}

type FunFactsProps = { facts: HistoryFunFacts; seasons: readonly Season[] }

export function FunFacts({ facts, seasons }: FunFactsProps) {
  const { openOverlay } = useHistoryContext()
  const excluded = seasons.filter((season) => season.records_excluded !== null).map(({ season }) => season)
  const others = listOtherFormats(seasons)
  const hasPoints = hasHeadToHeadPoints(seasons)
  const notes = [
    ...(excluded.length === 0 ? [] : [`Most points in a season excludes ${excluded.join(', ')}`]),
    ...(others.length === 0 || !hasPoints ? [] : [`Wins and points exclude ${others.join(', ')}`]),
  ]
  const shown = toFacts(facts).filter(({ isFinish = false }) => hasPoints || isFinish)
  const { className, more } = useShortList(shown.length)
  return (
    <Section title="Fun Facts" note={notes.length === 0 ? undefined : notes.join(' · ')}>
      <Grid as="ul" min={300} gap={2} className={className}>
        {shown.map(({ label, fact, format = String, context, season }) => (
          <li key={label}>
            <FactCard
              label={season === undefined ? `${label} · ${context}` : label}
              number={fact === null ? '—' : format(fact.value)}
              name={fact === null ? undefined : <OwnerNames owners={fact.owners} />}
              context={
                season === undefined ? undefined : (
                  <button
                    type="button"
                    className={styles.owner}
                    onClick={() => openOverlay({ kind: 'season', season })}
                  >
                    <span className={styles.link}>{context}</span>
                  </button>
                )
              }
            />
          </li>
        ))}
      </Grid>
      {more}
    </Section>
  )
}

type Fact = {
  label: string
  fact: { owners: readonly string[]; value: number } | null
  format?: (value: number) => string
  context: string
  /** Whether it is about seasons played and final ranks, which every format has. */
  isFinish?: boolean
  /** The season that the card links to; undefined for a fact about several seasons. */
  season?: number | undefined
}

function toFacts(facts: HistoryFunFacts): Fact[] {
  const season = facts.pf_season_leader?.season
  return [
    { label: 'Most titles', fact: facts.most_titles, context: 'Championships', isFinish: true },
    {
      label: 'Best win %',
      fact: facts.best_win_pct_2yr_min,
      format: formatWinPercentage,
      context: 'Min. two finished seasons',
    },
    {
      label: 'Highest PPG',
      fact: facts.highest_ppg_2yr_min,
      format: formatPoints,
      context: 'Min. two finished seasons',
    },
    {
      label: 'Most points in a season',
      fact: facts.pf_season_leader,
      format: formatPoints,
      context: season === undefined ? 'Single regular season' : `${season} regular season`,
      season,
    },
    {
      label: 'Most career points',
      fact: facts.pf_career_leader,
      format: formatPoints,
      context: 'All regular seasons',
    },
    { label: 'Most wins', fact: facts.most_wins_manager, context: 'All regular seasons' },
    {
      label: 'Most runner-up finishes',
      fact: facts.most_runner_up_manager,
      context: '2nd place',
      isFinish: true,
    },
    {
      label: 'Most third-place finishes',
      fact: facts.most_thirds_manager,
      context: '3rd place',
      isFinish: true,
    },
  ]
}

const FINISHES = 'Finishes'
const RECORD = 'Record'
const POINTS = 'Points'

type NumberName = {
  [Name in keyof OwnerTotals]: OwnerTotals[Name] extends number | null ? Name : never
}[keyof OwnerTotals]

/** What every format has. */
const FINISH_COLUMNS: readonly Column<OwnerTotals>[] = [
  { ...numberColumn('titles', FINISHES, 'Titles', 'Championships'), isStrong: true },
  numberColumn('runner_up', FINISHES, '2nd', 'Runner-up finishes'),
  numberColumn('thirds', FINISHES, '3rd', 'Third-place finishes'),
  numberColumn('years', RECORD, 'Years', 'Seasons played'),
]

const COLUMNS: readonly Column<OwnerTotals>[] = [
  ...FINISH_COLUMNS,
  {
    ...numberColumn('wins', RECORD, 'W-L-T', 'Wins, losses, ties'),
    // By wins, then by fewer losses.
    value: ({ wins, losses }) => wins - losses / 10_000,
    cell: formatFullRecord,
  },
  numberColumn(
    'win_pct',
    RECORD,
    'Win%',
    'Winning percentage (a tie counts as half a win)',
    formatWinPercentage,
  ),
  numberColumn('pf', POINTS, 'PF', 'Points for', formatPoints),
  numberColumn('pa', POINTS, 'PA', 'Points against', formatPoints),
  numberColumn('ppg', POINTS, 'PPG', 'Points per game', formatPoints),
]

function numberColumn(
  figure: NumberName,
  view: string,
  label: string,
  name: string,
  format: (value: number | null) => string = String,
): Column<OwnerTotals> {
  return {
    label,
    name,
    sort: 'descending',
    value: (owner) => owner[figure],
    cell: (owner) => format(owner[figure]),
    views: [view],
  }
}

type Props = {
  /** Most titles first. */
  owners: readonly OwnerTotals[]
  seasons: readonly Season[]
}

export function AllTimeTable({ owners, seasons }: Props) {
  if (owners.length === 0) {
    return (
      <Section title="All-Time (Managers)">
        <EmptyState hint="Managers show up here once a season is stored.">No managers yet.</EmptyState>
      </Section>
    )
  }
  const others = listOtherFormats(seasons)
  const hasPoints = hasHeadToHeadPoints(seasons)
  const note = ['Regular season only', ...(others.length === 0 ? [] : [`excludes ${others.join(', ')}`])]
  return (
    <Section title="All-Time (Managers)" note={hasPoints ? note.join(', ') : undefined}>
      <DataTable
        caption="All managers, all seasons"
        columns={[
          {
            label: 'Manager',
            kind: 'head',
            sort: 'ascending',
            value: ({ owner }) => owner,
            cell: ({ owner }) => <OwnerCell owner={owner} />,
          },
          ...(hasPoints ? COLUMNS : FINISH_COLUMNS),
        ]}
        rows={owners}
        keyOf={({ owner }) => owner}
        sortedBy={{ column: 'Titles', direction: 'descending' }}
        opensRows
        isShort
      />
    </Section>
  )
}

/** Most titles first, then most wins. Source: specification, 9 "All-time table". */
export function byTitles(a: OwnerTotals, b: OwnerTotals): number {
  return b.titles - a.titles || b.wins - a.wins || a.owner.localeCompare(b.owner, 'en')
}
