import { describeFormat, hasMatchups, type ScoringFormat } from '@fieldhouse/domain/seasons/scoring-format'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useTheme } from '../../theme/theme.ts'
import { type Column, DataTable } from '../../ui/display/data-table.tsx'
import { TeamCell } from '../../ui/display/team.tsx'
import { EmptyState, Loaded } from '../../ui/feedback/feedback.tsx'
import { Freshness } from '../../ui/feedback/freshness.tsx'
import { formatFullRecord, formatPoints } from '../../ui/format/format.ts'
import { Row, Stack, useMediaQuery } from '../../ui/layout/layout.tsx'
import ui from '../../ui/ui.module.css'
import { type PublicStandings, publicStandingsQuery } from './use-public-link.ts'

export function PublicStandingsTab({ code, season }: { code: string; season: number }) {
  const standings = useQuery({ ...publicStandingsQuery(code, season), placeholderData: keepPreviousData })
  const { theme } = useTheme()
  const isWide = useMediaQuery('(min-width: 720px)')
  const picture = new URLSearchParams({
    season: String(season),
    theme,
    format: isWide ? 'wide' : 'tall',
  })
  return (
    <Loaded query={standings} name="the standings" rows={10}>
      {(data) =>
        data.teams.length === 0 ? (
          <EmptyState isFramed>No standings yet.</EmptyState>
        ) : (
          <Stack gap={2}>
            <StandingsTable standings={data} />
            <Row wraps isSpread>
              <Freshness of={data} />
              <a
                className={ui.standaloneLink}
                href={`/api/public/${code}/standings/image/?${picture}`}
                target="_blank"
                rel="noreferrer"
              >
                Open as a picture
              </a>
            </Row>
          </Stack>
        )
      }
    </Loaded>
  )
}

function StandingsTable({ standings }: { standings: PublicStandings }) {
  const { teams, scoring_format: format, playoff_teams: playoffTeams, is_finished: isFinished } = standings
  const last =
    playoffTeams !== null && playoffTeams < teams.length && teams[0]?.rank !== null
      ? teams[playoffTeams - 1]
      : undefined
  const note = describeFormat(format)
  return (
    <>
      <DataTable
        caption={isFinished ? 'Final standings' : 'Current standings'}
        columns={[rankColumn, teamColumn, ...scoreColumns(format), ...moreColumns(format)]}
        rows={teams}
        keyOf={(team) => team.team_id}
        cutoff={last === undefined ? null : { after: last, label: `Playoff cutoff: top ${playoffTeams}` }}
      />
      {note === null ? null : <p className={ui.note}>{note}</p>}
    </>
  )
}

type PublicTeam = PublicStandings['teams'][number]

export const rankColumn: Column<{ rank: number | null }> = {
  label: '#',
  name: 'Rank',
  kind: 'rank',
  value: ({ rank }) => rank,
}

const teamColumn: Column<PublicTeam> = {
  label: 'Team',
  kind: 'head',
  cell: (team) => <TeamName team={team} />,
}

type Scores = Parameters<typeof formatFullRecord>[0] & { points_for: number | null }

export function scoreColumns(format: ScoringFormat): Column<Scores>[] {
  const points = format === 'points' ? { label: 'PF', name: 'Points for' } : { label: 'Points' }
  return [
    ...(hasMatchups(format) ? [{ label: 'W-L-T', cell: formatFullRecord }] : []),
    ...(format === 'categories'
      ? []
      : [{ ...points, isStrong: true, cell: (team: Scores) => formatPoints(team.points_for) }]),
  ]
}

/** What is left out on a phone. */
function moreColumns(format: ScoringFormat): Column<PublicTeam>[] {
  const against: Column<PublicTeam> = {
    label: 'PA',
    name: 'Points against',
    value: (team) => team.points_against,
    cell: (team) => formatPoints(team.points_against),
    views: [],
  }
  const streak: Column<PublicTeam> = {
    label: 'Streak',
    value: (team) => (team.streak === null ? null : `${OUTCOMES[team.streak.outcome]}${team.streak.length}`),
    views: [],
  }
  return [...(format === 'points' ? [against] : []), ...(hasMatchups(format) ? [streak] : [])]
}

const OUTCOMES = { win: 'W', loss: 'L', tie: 'T' } as const

type TeamNameProps = {
  team: {
    name: string
    logo: string | null
    color?: string | null | undefined
    owners?: readonly string[]
  }
}

export function TeamName({ team: { owners = [], ...team } }: TeamNameProps) {
  return (
    <TeamCell team={team}>
      {owners.length === 0 ? null : <span className={ui.note}>{owners.join(', ')}</span>}
    </TeamCell>
  )
}
