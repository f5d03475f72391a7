import { formatSimulatedShare } from '@fieldhouse/domain/format-share'
import { formatRecord } from '@fieldhouse/domain/seasons/format-record'
import { DataTable } from '../../../ui/display/data-table.tsx'
import { Sparkline } from '../../../ui/display/stat.tsx'
import { TeamCell } from '../../../ui/display/team.tsx'
import { Row, Text } from '../../../ui/layout/layout.tsx'
import { Explanation } from '../../../ui/overlays/dialog.tsx'
import ui from '../../../ui/ui.module.css'
import type { TeamOf } from '../insight-view.tsx'
import insights from '../insights.module.css'
import { explainTeam } from './explain-race.ts'
import { OddsBar, OddsNumber, StatusBadge } from './odds.tsx'
import { bySeed, describeMagicNumber, formatChange, formatTitle } from './race-format.ts'
import type { Race, TeamRace } from './use-race.ts'

type Props = {
  race: Race
  teamOf: TeamOf
  trendOf: (teamId: number) => readonly number[]
  /** What the odds are compared with, such as 'last week'. */
  before: { name: string; oddsOf: (teamId: number) => number | null }
  /** Whether newer odds have been requested. */
  isBehind: boolean
}

export function OddsList({ race, teamOf, trendOf, before, isBehind }: Props) {
  const teams = bySeed(race.teams)
  const lastIn =
    race.places < teams.length ? teams.find((team) => team.current_seed === race.places) : undefined
  return (
    <DataTable
      caption="Playoff odds"
      columns={[
        { label: '#', name: 'Seed', kind: 'rank', value: (team) => team.current_seed },
        {
          label: 'Team',
          kind: 'head',
          cell: (team) => (
            <TeamCell
              team={teamOf(team.team_id)}
              to={{ tab: 'roster', team: team.team_id, season: race.season }}
            >
              <Meta team={team} />
              <span className={ui.phoneOnly}>
                <OddsBar team={team} />
              </span>
            </TeamCell>
          ),
        },
        {
          label: 'Bar',
          header: null,
          kind: 'text',
          cell: (team) => (
            <div className={insights.wide}>
              <OddsBar team={team} />
            </div>
          ),
          views: [],
        },
        {
          label: 'Playoffs',
          cell: (team) => (
            <>
              <OddsNumber team={team} />
              <Change team={team} before={before} />
            </>
          ),
        },
        {
          label: 'Trend',
          value: ({ team_id: id }) => (trendOf(id).length < 2 ? null : 0),
          cell: ({ team_id: id }) => (
            <Sparkline
              values={trendOf(id)}
              bounds={[0, 1]}
              color={teamOf(id).color}
              label={`Playoff odds by week: ${trendOf(id).map(formatSimulatedShare).join(', ')}`}
            />
          ),
          views: [],
        },
        { label: 'Title', value: (team) => formatTitle(team, race), views: [] },
        {
          label: 'Explanation',
          kind: 'action',
          cell: (team) => (
            <Explanation
              title={teamOf(team.team_id).name}
              figures={explainTeam(team, race)}
              simulation={race.model}
            />
          ),
        },
      ]}
      rows={teams}
      keyOf={(team) => team.team_id}
      isMine={({ team_id: id }) => teamOf(id).is_mine}
      cutoff={
        lastIn === undefined
          ? null
          : {
              after: lastIn,
              label:
                race.remaining_games.length === 0 ? 'Playoff line' : 'Playoff line if the season ended today',
            }
      }
      detail={({ scenarios }) =>
        scenarios.length === 0
          ? null
          : scenarios.map((text) => (
              <Text key={text} as="p" size="s">
                {text}
              </Text>
            ))
      }
      isStale={isBehind}
    />
  )
}

function Meta({ team }: { team: TeamRace }) {
  const magic = describeMagicNumber(team)
  return (
    <Row as="span" wraps>
      <span className={ui.note}>{formatRecord(team)}</span>
      {magic === null ? null : (
        <Text size="s" tone="muted" title={magic} className={ui.laptopOnly}>
          Magic {team.magic_number}
        </Text>
      )}
      <StatusBadge team={team} />
    </Row>
  )
}

function Change({ team, before }: { team: TeamRace } & Pick<Props, 'before'>) {
  const earlier = before.oddsOf(team.team_id)
  const change = team.odds === null || earlier === null ? null : formatChange(team.odds.playoffs, earlier)
  if (change === null) return null
  return (
    <Text as="div" size="s" weight={600} tone={change.startsWith('+') ? 'good' : 'bad'}>
      {change}
      <span className={ui.hidden}> points since {before.name}</span>
    </Text>
  )
}
