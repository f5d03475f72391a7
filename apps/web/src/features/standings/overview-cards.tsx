import { formatOrdinal } from '@fieldhouse/domain/pluralize'
import { formatRecord } from '@fieldhouse/domain/seasons/format-record'
import { hasMatchups, hasWeeklyPoints, type ScoringFormat } from '@fieldhouse/domain/seasons/scoring-format'
import type { Standing } from '../../api/operations.ts'
import { Avatar } from '../../ui/display/avatar.tsx'
import { DataTable } from '../../ui/display/data-table.tsx'
import { Stat, Stats } from '../../ui/display/stat.tsx'
import { TeamCell } from '../../ui/display/team.tsx'
import { EmptyState } from '../../ui/feedback/feedback.tsx'
import { formatPoints } from '../../ui/format/format.ts'
import { Row, Stack, Text } from '../../ui/layout/layout.tsx'
import {
  byRank,
  formatStreak,
  rankColumn,
  scoreColumns,
  streakTone,
  WeeklyPoints,
} from './standings-table.tsx'
import type { MySummary } from './use-standings.ts'

const MAX_SHOWN = 5

type MyTeamProps = {
  summary: MySummary
  /** The team's row of the standings, as soon as they are loaded. */
  standing?: Standing | undefined
}

export function MyTeamCard({ summary: { assigned, team, scoring_format: format }, standing }: MyTeamProps) {
  if (!assigned || team === null) {
    return <EmptyState hint="Ask a league admin to assign your team.">No team assigned yet.</EmptyState>
  }
  return (
    <Stack>
      <Row gap={3}>
        <Avatar name={team.name} src={team.logo} size="m" color={team.color} />
        <Text size="xl" weight={700} isTitle lines={2}>
          {team.name}
        </Text>
      </Row>
      <Stats isList>
        <Stat label="Rank" value={team.rank === null ? '—' : formatOrdinal(team.rank)} />
        {hasMatchups(format) ? <Stat label="Record" value={formatRecord(team.record)} /> : null}
        {format === 'categories' ? null : (
          <Stat label={hasMatchups(format) ? 'Points for' : 'Points'} value={formatPoints(team.points_for)} />
        )}
        {hasMatchups(format) && standing !== undefined ? (
          <Stat label="Streak" value={formatStreak(standing.streak)} tone={streakTone(standing.streak)} />
        ) : null}
        {hasWeeklyPoints(format) && standing !== undefined ? (
          <Stat label="By week" value={<WeeklyPoints team={standing} />} />
        ) : null}
      </Stats>
    </Stack>
  )
}

type TopTeamsProps = { standings: readonly Standing[]; format: ScoringFormat }

export function TopTeamsCard({ standings, format }: TopTeamsProps) {
  const top = standings.toSorted(byRank).slice(0, MAX_SHOWN)
  if (top.length === 0)
    return <EmptyState hint="A league admin can do this in Admin Tools.">Run a refresh.</EmptyState>
  return (
    <DataTable
      caption="Top teams"
      columns={[
        rankColumn,
        { label: 'Team', kind: 'head', cell: (team) => <TeamCell team={team} /> },
        ...scoreColumns(format),
      ]}
      rows={top}
      keyOf={(team) => team.team_id}
      isMine={(team) => team.is_mine}
      isPlain
      isDense
    />
  )
}
