import { describeFormat } from '@fieldhouse/domain/seasons/scoring-format'
import { type UseQueryResult, useQuery } from '@tanstack/react-query'
import { type ReactNode, useId } from 'react'
import {
  type SeasonViewProps,
  type ShareImage,
  type Standing,
  type Standings,
  standingsQuery,
} from '../../api/operations.ts'
import { useLocation, useTitle } from '../../router/router.ts'
import { ShareButton } from '../../router/sharing.tsx'
import { teamColorStyle } from '../../theme/team-color.ts'
import { type Column, DataTable } from '../../ui/display/data-table.tsx'
import { TeamCell } from '../../ui/display/team.tsx'
import { Loaded, notStored, type Reason, Unavailable } from '../../ui/feedback/feedback.tsx'
import { Freshness } from '../../ui/feedback/freshness.tsx'
import { Row, Stack, Text } from '../../ui/layout/layout.tsx'
import { SeasonSwitch, TabHeader } from '../../ui/navigation/tab-header.tsx'
import ui from '../../ui/ui.module.css'
import styles from './insights.module.css'
import type { InsightsHeader } from './use-insights.ts'

export type InsightTeam = Pick<Standing, 'team_id' | 'name' | 'abbrev' | 'logo' | 'color' | 'is_mine'>

export type TeamOf = (teamId: number) => InsightTeam

type Props<Data> = SeasonViewProps & {
  title: string
  query: UseQueryResult<Data>
  controls?: ReactNode
  image?: ShareImage | undefined
  children: (data: Data, teamOf: TeamOf) => ReactNode
}

export function InsightView<Data extends InsightsHeader>(props: Props<Data>) {
  const { league, seasons, title, query, controls, image, children } = props
  const { season } = useLocation()
  const standings = useQuery(standingsQuery(league, season))
  useTitle(title)
  return (
    <Stack gap={3}>
      <TabHeader
        title={title}
        action={<ShareButton title={`${title} · ${league}`} {...(image === undefined ? {} : { image })} />}
        freshness={
          standings.data === undefined || query.data === undefined ? null : (
            <Row wraps>
              <Text size="s" weight={600}>
                {describeWeeks(query.data, standings.data)}
              </Text>
              <Freshness of={standings.data} />
            </Row>
          )
        }
      >
        {controls}
        <SeasonSwitch seasons={seasons} loaded={query.data?.season} to={{ week: null, picks: null }} />
      </TabHeader>
      <Loaded query={query} name={title.toLowerCase()} rows={8} height={44}>
        {(data) =>
          data.unavailable === null ? (
            <Loaded query={standings} name="teams" rows={8} height={44}>
              {(loaded) => (
                <Stack data-stale={query.isPlaceholderData}>{children(data, teamLookup(loaded))}</Stack>
              )}
            </Loaded>
          ) : (
            <Unavailable reason={whyUnavailable(title, data)} />
          )
        }
      </Loaded>
    </Stack>
  )
}

function describeWeeks({ week, unavailable }: InsightsHeader, standings: Standings) {
  if (unavailable !== null) return null
  if (standings.is_finished) return 'Regular season'
  return week === 1 ? 'Week 1 only' : `Through week ${week}`
}

function teamLookup({ standings }: Standings): TeamOf {
  const teams = new Map(standings.map((team) => [team.team_id, team]))
  return (teamId) =>
    teams.get(teamId) ?? {
      team_id: teamId,
      name: `Team ${teamId}`,
      abbrev: '',
      logo: null,
      color: null,
      is_mine: false,
    }
}

function whyUnavailable(
  title: string,
  { unavailable, season, scoring_format: format }: InsightsHeader,
): Reason {
  switch (unavailable) {
    case 'format':
      return [`${title} needs head-to-head games decided by points.`, describeFormat(format)]
    case 'no_games':
      return [
        `No games are stored for ${season}.`,
        "Its weekly scores were never stored, or its schedule isn't out yet.",
      ]
    case 'not_started':
      return [
        `No week of ${season} is final yet.`,
        `${title} starts as soon as all games of week 1 are final.`,
      ]
    case 'no_playoffs':
      return [`${season} has no playoffs.`, "It appears as soon as the league's settings name playoff teams."]
    case 'too_many_teams':
      return [
        `${title} is for leagues of up to 30 teams.`,
        'What is certain cannot be worked out for more teams.',
      ]
    default:
      return notStored(season)
  }
}

type ChartCardProps = {
  title: string
  note: ReactNode
  action?: ReactNode
  children: ReactNode
}

export function ChartCard({ title, note, action, children }: ChartCardProps) {
  const id = useId()
  return (
    <Stack as="section" gap={2} className={ui.card} aria-labelledby={id}>
      <div>
        <Row isSpread>
          <Text as="h3" size="l" id={id}>
            {title}
          </Text>
          {action}
        </Row>
        <p className={ui.note}>{note}</p>
      </div>
      {children}
    </Stack>
  )
}

type TeamBarProps = {
  team: InsightTeam
  value: ReactNode
  tone?: 'good' | 'bad' | undefined
  isMarked?: boolean
  children: ReactNode
}

export function TeamBar({ team, value, tone, isMarked = false, children }: TeamBarProps) {
  return (
    <li
      className={styles.row}
      data-mine={team.is_mine || undefined}
      data-marked={isMarked || undefined}
      style={teamColorStyle(team.color)}
    >
      <TeamCell team={team} size="xs" wraps />
      {children}
      <Text weight={700} isNumeric tone={tone} className={styles.value}>
        {value}
      </Text>
    </li>
  )
}

type TeamRow = { team_id: number }

type TeamTableProps<Row extends TeamRow> = {
  caption: string
  columns: readonly Column<Row>[]
  /** The column that the table is sorted by at first, largest first. */
  sortedBy: string
  rows: readonly Row[]
  teamOf: TeamOf
  /** The season of the teams' pages; null for the current one. */
  season: number | null
  children: (row: Row) => ReactNode
}

export function TeamTable<Row extends TeamRow>(props: TeamTableProps<Row>) {
  const { caption, columns, sortedBy, rows, teamOf, season, children } = props
  return (
    <DataTable
      caption={caption}
      columns={[
        {
          label: 'Team',
          kind: 'head',
          sort: 'ascending',
          value: (row) => teamOf(row.team_id).name,
          cell: (row) => (
            <TeamCell team={teamOf(row.team_id)} to={{ tab: 'roster', team: row.team_id, season }} wraps />
          ),
        },
        ...columns,
        { label: 'Explanation', kind: 'action', cell: children },
      ]}
      rows={rows}
      keyOf={(row) => row.team_id}
      sortedBy={{ column: sortedBy, direction: 'descending' }}
      isMine={(row) => teamOf(row.team_id).is_mine}
    />
  )
}
