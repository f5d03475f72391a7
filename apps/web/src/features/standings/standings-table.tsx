import { knownRecord } from '@fieldhouse/domain/seasons/format-record'
import {
  describeFormat,
  hasMatchups,
  hasWeeklyPoints,
  type ScoringFormat,
} from '@fieldhouse/domain/seasons/scoring-format'
import { byRank as byDomainRank, winPercentage } from '@fieldhouse/domain/seasons/standings'
import type { Standing } from '../../api/operations.ts'
import { useLocation } from '../../router/router.ts'
import { type Column, DataTable } from '../../ui/display/data-table.tsx'
import { Sparkline } from '../../ui/display/stat.tsx'
import { TeamCell } from '../../ui/display/team.tsx'
import { EmptyState } from '../../ui/feedback/feedback.tsx'
import { formatFullRecord, formatPoints, formatUsers } from '../../ui/format/format.ts'
import { Stack } from '../../ui/layout/layout.tsx'
import ui from '../../ui/ui.module.css'

type Props = {
  format: ScoringFormat
  teams: readonly Standing[]
  /** How many teams make the playoffs; null if unknown. */
  playoffTeams: number | null
  isFinished: boolean
  isPlaceholderData?: boolean
}

export function StandingsTable({
  format,
  teams,
  playoffTeams,
  isFinished,
  isPlaceholderData = false,
}: Props) {
  const { season } = useLocation()
  if (teams.length === 0) {
    return (
      <EmptyState isFramed hint="Standings appear after this season is refreshed.">
        No data.
      </EmptyState>
    )
  }
  const ranked = teams.toSorted(byRank)
  const lastPlayoffTeam = findLastPlayoffTeam(ranked, playoffTeams)
  const note = describeFormat(format)
  return (
    <Stack gap={3}>
      <DataTable
        caption={isFinished ? 'Final standings' : 'Current standings'}
        columns={standingsColumns(format, season)}
        rows={ranked}
        keyOf={(team) => team.team_id}
        sortedBy={{ column: '#', direction: 'ascending' }}
        isMine={(team) => team.is_mine}
        cutoff={lastPlayoffTeam && { after: lastPlayoffTeam, label: `Playoff cutoff: top ${playoffTeams}` }}
        opensRows
        isStale={isPlaceholderData}
      />
      {note === null ? null : <p className={ui.note}>{note}</p>}
    </Stack>
  )
}

/** What a season in the format has. On a phone, the record and the points come first. */
function standingsColumns(format: ScoringFormat, season: number | null): Column<Standing>[] {
  const isHeadToHead = hasMatchups(format)
  return [
    rankColumn,
    {
      label: 'Team',
      kind: 'head',
      sort: 'ascending',
      value: (team) => team.name,
      cell: (team) => <TeamCell team={team} to={{ tab: 'roster', team: team.team_id, season }} />,
    },
    ...scoreColumns(format).map((column) => ({ ...column, views: [isHeadToHead ? 'Record' : 'Points'] })),
    ...(format === 'points' ? POINTS_COLUMNS : []),
    ...(isHeadToHead ? FORM_COLUMNS : []),
    {
      label: 'Manager',
      kind: 'text',
      sort: 'ascending',
      value: managerOf,
      views: ['Manager'],
    },
    ...(hasWeeklyPoints(format) ? [WEEKS_COLUMN] : []),
  ]
}

export const rankColumn: Column<Standing> = {
  label: '#',
  name: 'Rank',
  kind: 'rank',
  sort: 'ascending',
  value: (team) => team.rank,
}

export function scoreColumns(format: ScoringFormat): Column<Standing>[] {
  const record: Column<Standing> = {
    label: 'W-L-T',
    sort: 'descending',
    value: (team) => winPercentage(knownRecord(team)) ?? -1,
    cell: formatFullRecord,
  }
  const points: Column<Standing> = {
    ...(hasMatchups(format) ? { label: 'PF', name: 'Points for' } : { label: 'Points' }),
    sort: 'descending',
    value: (team) => team.points_for,
    cell: (team) => formatPoints(team.points_for),
    isStrong: true,
  }
  const out: Column<Standing> = {
    label: 'Out',
    name: 'Week of elimination',
    sort: 'ascending',
    value: (team) => team.eliminated_week ?? null,
    cell: (team) => `Week ${team.eliminated_week}`,
  }
  return [
    ...(hasMatchups(format) ? [record] : []),
    ...(format === 'categories' ? [] : [points]),
    ...(format === 'elimination' ? [out] : []),
  ]
}

const WEEKS_COLUMN: Column<Standing> = {
  label: 'By week',
  value: (team) => team.weekly_points.at(-1)?.points ?? null,
  cell: (team) => <WeeklyPoints team={team} />,
  views: ['By week'],
}

const POINTS_COLUMNS: readonly Column<Standing>[] = [
  {
    label: 'PA',
    name: 'Points against',
    sort: 'descending',
    value: (team) => team.points_against,
    cell: (team) => formatPoints(team.points_against),
    views: ['Points'],
  },
  {
    label: 'PPG',
    name: 'Points per game',
    sort: 'descending',
    value: (team) => team.points_per_game ?? null,
    cell: (team) => formatPoints(team.points_per_game ?? null),
    views: ['Points'],
  },
]

const OUTCOMES = {
  win: { letter: 'W', result: 'Won', sign: 1, tone: 'good' },
  loss: { letter: 'L', result: 'Lost', sign: -1, tone: 'bad' },
  tie: { letter: 'T', result: 'Tied', sign: 0, tone: undefined },
} as const

const FORM_COLUMNS: readonly Column<Standing>[] = [
  {
    label: 'GB',
    name: 'Games back',
    sort: 'ascending',
    value: (team) => team.games_back ?? null,
    cell: (team) => (team.games_back === 0 ? '—' : team.games_back),
    views: ['Form'],
  },
  {
    label: 'Last',
    name: 'Last result',
    sort: 'descending',
    value: ({ last_result: result }) => (result == null ? null : OUTCOMES[result].sign),
    cell: ({ last_result: result }) => (result == null ? null : OUTCOMES[result].result),
    tone: ({ last_result: result }) => (result == null ? undefined : OUTCOMES[result].tone),
    views: [],
  },
  {
    label: 'Streak',
    sort: 'descending',
    value: ({ streak }) => (streak == null ? null : OUTCOMES[streak.outcome].sign * streak.length),
    cell: ({ streak }) => formatStreak(streak),
    tone: ({ streak }) => streakTone(streak),
    isStrong: true,
    views: ['Form'],
  },
]

export function formatStreak(streak: Standing['streak']): string {
  return streak == null ? '—' : `${OUTCOMES[streak.outcome].letter}${streak.length}`
}

export function streakTone(streak: Standing['streak']): 'good' | 'bad' | undefined {
  return streak == null ? undefined : OUTCOMES[streak.outcome].tone
}

/** The members who have the team here, otherwise its owners at the provider. */
function managerOf(team: Standing): string | null {
  return formatUsers(team) ?? (team.owners.join(', ') || null)
}

/** Orders by rank; teams without one by wins, then by points for. */
export function byRank(a: Standing, b: Standing): number {
  return byDomainRank(toRankedTeam(a), toRankedTeam(b))
}

function toRankedTeam(team: Standing) {
  return { rank: team.rank, name: team.name, record: knownRecord(team), pointsFor: team.points_for }
}

/** The last team in the playoffs; null if no cutoff line is drawn. */
function findLastPlayoffTeam(ranked: readonly Standing[], playoffTeams: number | null): Standing | null {
  if (playoffTeams === null || playoffTeams >= ranked.length) return null
  if (ranked.every((team) => team.rank === null)) return null
  return ranked[playoffTeams - 1] ?? null
}

type WeeklyPointsProps = { team: Pick<Standing, 'weekly_points' | 'color'> }

export function WeeklyPoints({ team: { weekly_points: weeks, color } }: WeeklyPointsProps) {
  const [first, last] = [weeks[0], weeks.at(-1)]
  if (first === undefined || last === undefined) return <>—</>
  const scores = weeks.map((week) => week.points)
  const label =
    `Points in weeks ${first.week} to ${last.week}: low ${formatPoints(Math.min(...scores))}, ` +
    `high ${formatPoints(Math.max(...scores))}, latest ${formatPoints(last.points)}`
  return <Sparkline values={scores} label={label} color={color} />
}
